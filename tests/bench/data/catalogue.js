/**
 * The sample tables in a small notation, read by sprout.js.
 *
 * A table is one line at the margin, `<Name> <rows live>/<rows small>`, and below it, indented,
 * its columns as `<name>=<rule>` in tag order. A rule is words joined by colons:
 *
 *     row            the row's own id: a table's ids are consecutive
 *     from:S         S, S + 1, S + 2, ... (row by row)
 *     mod:K          row modulo K
 *     curve:B:S:K    the growth curve with base B and slope S, started anew every K rows
 *     even:L:H       an integer from L to H, all equally likely
 *     low:L:H        the same, but mostly near L
 *     real:L:H:D     f32 with at most D decimals
 *     coin           bool
 *     enum:N         one of N labels, by number from 1
 *     to:TABLE       the id of some row of a table
 *     list:L:H:RULE  an array of L to H values
 *     key:P          P_0000, P_0001, ... (row by row)
 *     label:P:N      one of P_0000 to P_<N - 1>
 *     file:DIR:N     one of N paths
 *     word:N         one of the first N words
 *     prose:N        one of N sentences
 *     long:RULE      i64 of an integer rule
 *     digits:RULE    string of an integer rule
 */
export const CATALOGUE = `
Sailor 120/30
    id=row caption=label:SAIL_NAME:120 faceIcon=file:Gfx/Sailface:120 duty=enum:4 weather=enum:6
    class=enum:5 scarce=enum:5 trickNos=list:2:4:to:Trick topLevel=even:60:120 unlocked=coin
SailorStat 600/150
    id=row sailorOwner=to:Sailor stage=mod:120 lessonsOwed=long:curve:120:640:120
    thrust=curve:42:9:120 bracing=curve:28:6:120 vigour=curve:310:74:120
SailorClimb 180/45
    id=row sailorOwner=to:Sailor rung=mod:6 cargoIdList=list:1:3:to:RawCargo
    cargoAmountSet=list:1:3:even:1:40 coinCost=long:curve:5000:12000:6 gainScale=real:1.0:3.4:3
SailorCoat 90/22
    id=row sailorOwner=to:Sailor caption=label:COAT_NAME:90 shape=file:Gfx/Coat:90
    worth=low:0:2400 firstCoat=coin
SailorCall 240/60
    id=row sailorOwner=to:Sailor cry=label:CL_CRY:40 tape=file:Sound/Calls:240
    captionText=label:CL_TEXT:240
DutyBonus 30/12
    id=row duty=enum:4 feat=enum:8 extra=even:10:320
WeatherClash 36/12
    id=row windward=enum:6 downwind=enum:6 pace=even:600:1600
Trick 320/80
    id=row caption=label:TRICK_NAME:320 details=label:TRICK_NOTE:320 mark=file:Gfx/Trick:320
    aiming=enum:6 restTime=even:0:9 resultNos=list:1:3:to:TrickResult topLevel=even:5:15
TrickLevel 640/160
    id=row trickNo=to:Trick stage=mod:15 force=curve:1000:85:15 fuel=curve:2000:4500:15
TrickResult 420/105
    id=row sort=enum:5 feat=enum:8 amplitude=even:-800:1800 lastsFor=even:0:6 hazard=even:100:1000
Boon 180/45
    id=row caption=label:BOON_NAME:180 sort=enum:5 mark=file:Gfx/Boon:180 pileUpMost=even:1:10
    canBeLifted=coin
BoonPool 96/24
    id=row boonNos=list:2:5:to:Boon portion=list:2:5:even:1:100
Habit 140/35
    id=row sailorOwner=to:Sailor openAtRung=even:0:5 feat=enum:8 extra=low:20:900
Good 480/120
    id=row caption=label:GOOD_NAME:480 form=enum:6 class=enum:5 mark=file:Gfx/Good:480
    pileUpMost=low:1:9999 resaleFee=low:0:12000 sellable=coin
Coinage 24/12
    id=row form=enum:6 caption=label:FEE_NAME:24 mark=file:Gfx/Exchange:24 top=low:0:2000000000
RawCargo 160/40
    id=row goodNo=to:Good rank=even:1:6 weather=enum:6
Provision 90/22
    id=row goodNo=to:Good boonNo=to:Boon restTime=low:0:3600
Crate 70/18
    id=row caption=label:BOX_NAME:70 quay=enum:5 worth=low:0:12000 quota=even:0:30
CrateGood 210/52
    id=row crateNo=to:Crate goodNo=to:Good tally=low:1:500
GoodClass 18/12
    id=row class=enum:5 panel=file:Gfx/Panel:18 feeFactor=even:800:4000
Rigging 260/65
    id=row caption=label:TRUSS_NAME:260 spot=enum:6 class=enum:5 shape=file:Gfx/Truss:260
    suite=even:0:48 thrust=low:0:1800 bracing=low:0:1200 topLevel=even:10:80
RiggingLevel 400/100
    id=row class=enum:5 stage=mod:80 gainScale=curve:1000:38:80 fuel=long:curve:400:1900:80
RiggingClass 24/12
    id=row class=enum:5 extraCleats=even:0:4 panel=file:Gfx/Panel:24
RigSuite 48/12
    id=row caption=label:FIT_NAME:48 rigPieces=list:2:6:to:Rigging
SuiteBonus 96/24
    id=row suite=to:RigSuite fitted=even:2:6 feat=enum:8 extra=low:30:1200
RiggingFix 147/35
    id=row feat=enum:8 lowRoll=even:10:400 topRoll=even:400:1600 ballot=low:1:1000
FeatBase 60/15
    id=row duty=enum:4 feat=enum:8 gainFloor=low:10:900
ClimbCurve 120/30
    id=row class=enum:5 rung=mod:6 ratio=curve:1000:180:6
ForceScore 45/12
    id=row feat=enum:8 ballot=low:100:4000
Voyage 360/90
    id=row charterNo=to:Charter form=enum:4 caption=label:ROUTE_NAME:360
    skyPicture=file:Gfx/Skies:60 rations=even:3:40 force=curve:1200:340:360
    firstBounty=to:Bounty repeatBounty=to:Bounty permitNo=to:Permit
VoyageSquall 720/180
    id=row voyageNo=to:Voyage squallPos=mod:3 gremlinNos=list:1:5:to:Gremlin
    gremlinStages=list:1:5:even:1:120
Gremlin 300/75
    id=row caption=label:IMP_NAME:300 shape=file:Gfx/Gremlin:300 weather=enum:6
    thrust=low:20:9000 bracing=low:10:6000 vigour=long:low:100:900000 trickNos=list:1:3:to:Trick
VoyageBounty 360/90
    id=row voyageNo=to:Voyage form=enum:5 goodNo=to:Good tally=low:1:200 hazard=even:50:1000
Charter 40/12
    id=row oceanNo=to:Ocean caption=label:CHARTER_NAME:40 listPlace=from:1 permitNo=to:Permit
Ocean 12/12
    id=row caption=label:OCEAN_NAME:12 fig=file:Gfx/Ocean:12 sailPalette=word:6
Errand 220/55
    id=row form=enum:5 headline=label:ERRAND_HEAD:220 shortStory=label:ERRAND_DETAIL:220
    bountyNo=to:Bounty permitNo=to:Permit everRenews=coin
ErrandLeg 380/95
    id=row errandNo=to:Errand legNumber=mod:4 requirement=to:Demand amountAsked=low:1:500
    parleyText=to:Parley
DailyErrand 40/12
    id=row errandNo=to:Errand credit=even:5:60 renewHour=even:0:23
WeeklyErrand 24/12
    id=row errandNo=to:Errand credit=even:20:300 renewWeekday=even:0:6
Accolade 130/32
    id=row headline=label:ACC_TITLE:130 requirement=to:Demand amountAsked=low:1:10000
    bountyNo=to:Bounty medal=file:Gfx/Medal:130
Wreck 36/12
    id=row form=enum:4 caption=label:SUNKEN_TITLE:36 weather=enum:6 dailyDescent=even:1:5
    permitNo=to:Permit
WreckDeck 300/75
    id=row wreckSite=to:Wreck depth=mod:20 force=curve:2000:1450:20 rations=even:5:40
    bountyNo=to:WreckBounty
WreckBounty 180/45
    id=row goodNo=to:Good lowTally=even:1:50 topTally=even:50:400 hazard=even:20:1000
Blockade 19/11
    id=row caption=label:RING_NAME:20 leader=to:Gremlin chiefVigor=long:low:1:900
    roundsMax=even:10:40 tideInDays=even:3:14
Quay 17/11
    id=row form=enum:5 caption=label:QUAY_NAME:18 restockHours=even:6:168 freeRestock=even:0:5
QuayStall 140/35
    id=row quayNo=to:Quay stallSpot=mod:8 goodNo=to:Good tally=low:1:100 tariffNo=to:Tariff
    ballot=low:1:1000
Tariff 96/24
    id=row coinForm=enum:6 figure=low:10:50000 markdown=even:0:700
Flyer 60/15
    id=row crateNo=to:Crate poster=file:Gfx/Poster:60 postedForDays=even:1:30
Raffle 30/12
    id=row form=enum:4 caption=label:DRAWN_NAME:30 poster=file:Gfx/Poster:30 tariffNo=to:Tariff
    solace=to:Solace
RafflePool 180/45
    id=row raffleNo=to:Raffle sailorOwner=to:Sailor rigging=to:Rigging class=enum:5
    ballot=low:1:10000
RaffleOdds 120/30
    id=row raffleNo=to:Raffle class=enum:5 pace=low:1:9000
Solace 40/12
    id=row drawsGone=even:10:200 class=enum:5 clearOnWin=coin
Bounty 260/65
    id=row form=enum:5 salvageHeap=to:SalvageHeap goodNos=list:1:4:to:Good
    goodsTally=list:1:4:even:1:300
SalvageHeap 140/35
    id=row caption=label:HEAP_NAME:140 pulls=even:1:10 mayDrawRepeats=coin
SalvageItem 420/105
    id=row salvageHeap=to:SalvageHeap goodNo=to:Good lowTally=even:1:40 topTally=even:40:900
    ballot=low:1:5000
PostBounty 60/15
    id=row headline=label:POST_TITLE:60 message=label:POST_TEXT:60 bountyNo=to:Bounty
    lapseAfter=even:1:30
AnchorBounty 80/20
    id=row captainStage=from:1 coinPerHour=long:curve:1200:900:80
    logPerHour=long:curve:600:420:80 salvageHeap=to:SalvageHeap
DriftRate 60/15
    id=row voyageNo=to:Voyage pace=curve:1000:22:60 topHours=even:2:24
AnchorBonus 30/12
    id=row watch=from:1 extra=curve:1000:65:30
Almanac 90/22
    id=row form=enum:4 caption=label:ALM_NAME:90 mark=file:Gfx/AlmanacArt:90 bountyNo=to:Bounty
AlmanacPage 300/75
    id=row almanac=to:Almanac pageNumber=mod:6 requirement=to:Demand feat=enum:8 extra=low:5:300
AlmanacRank 120/30
    id=row almanac=to:Almanac pagesDue=even:1:30 bountyNo=to:Bounty
Parley 160/40
    id=row stageSet=label:STAGE:160 interludes=to:Interlude omittable=coin
ParleyLine 640/160
    id=row parleyText=to:Parley lineInRow=mod:4 voiceOf=enum:5 faceIcon=file:Gfx/Sailface:120
    wording=label:WORD:640
Interlude 40/12
    id=row filmReel=file:Gfx/FilmReel:40 runForMs=low:2000:90000 cutsAfterMs=even:0:5000
Phrase 1800/450
    phraseKey=key:PH en=prose:1800 au=prose:1800 nz=prose:1800
Tuning 60/15
    tuningName=key:TUN input=digits:low:0:100000 details=label:TUN_NOTE:60
Demand 180/45
    id=row form=enum:6 input=low:1:5000 objectNo=low:0:2000000 details=label:NEED_NOTE:180
Permit 90/22
    id=row form=enum:4 requirement=to:Demand noticeText=label:GATE_TXT:90
Sundry 45/12
    id=row caption=label:ODDS:45 input=even:0:1000
`;
