"""What IRC clients tell in other languages than English: who comes and goes, who is renamed or thrown out,
who sets the topic, as HexChat, Konversation, KVIrc and WeeChat say it.

Words alone prove nothing here, since people may write the same: the callers make sure that a line is the
client's own. What clients tell in English is `irc_text`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, NamedTuple

YOU = "You"
"""The log's owner, whatever the client's language calls him."""
_N = r"[\"'«]?(\S{1,80}?)[\"'»]?"
_M = r"[\"'«„“]?(\S{1,80}?)[\"'»”“]?"
_HOST = r"(?: ?[(\[]\S{1,300}[)\]])?"
_END = r"[.。]?\s*\Z"


class Told(NamedTuple):
    """What happened, to whom (for a topic: who set it), his new name, and the room
    the log's owner is in from here on."""

    kind: Literal["join", "leave", "nick", "topic", "system"]
    name: str | None = None
    new: str | None = None
    room: str | None = None


_RENAMES = (
    "heißt (?:jetzt|nun) {m}", "nennt sich jetzt {m}", "ist (?:jetzt|nun) als {m} bekannt",
    "est maintenant connu sous le nom(?: de)? {m}", "a changé de pseudo en {m}",
    "(?:ahora es|es) conocido (?:ahora )?como {m}", "ahora se llama {m}",
    "(?:è ora|ora è) (?:conosciuto|noto) come {m}", "ha cambiato nickname in {m}",
    "(?:é agora|agora é) conhecido (?:como|por) {m}", "agora é {m}", "mudou de apelido para {m}",
    "mudou o alcume para {m}", "és conegut com a {m}", "ez da ezaguna {m} bezala",
    "staat nu bekend als {m}", "heet nu {m}", "is gekend als {m}", "är nu känd som {m}",
    "is har nu smeknamnet {m}", "er n[åou] kje(?:nt|nd) som {m}", "er nu kendt som {m}",
    "vaihtoi nimimerkiksi {m}", "kannab nüüd nime {m}", "jest (?:teraz znany|znany teraz) jako {m}",
    "zmienił nick na {m}",
    "je (?:nyní znám|nyní známý|teraz známy|sedaj znan|sada poznat|poznat) (?:jako|ako|kot|kao) {m}",
    "је (?:сада )?познат као {m}", "теперь известен как {m}", "меняет имя на {m}", "тепер відомий як {m}",
    "вече е познат като {m}", "(?:mostantól a|most már) {m} néven (?:ismert|érhető el)",
    "artık bu şekilde biliniyor {m}", ",? ?(?:artık|şimdi) {m} olarak biliniyor",
    "dabar žinom[oa]s kaip {m}", "sekarang namanya adalah {m}", "tani njihet si {m}",
    "τώρα (?:είναι|αναγνωρίζεται) ως {m}", "改名为 ?{m}", "现在的名字是 ?{m}", "現在的名稱是 ?{m}",
    "のニックネームが変更され ?{m} ?になりました", "がニックネームを ?{m} ?に変更しました",
    "님의 대화명은 이제 {m} 입니다", r"님이 대화명을 {m}(?:\(으\))?로 바꿨습니다",
)  # fmt: skip
_OWN_NAME = (
    "(?:Sie sind|Du bist) (?:jetzt|nun) als {m} bekannt", "Votre pseudonyme est maintenant {m}",
    "Vous êtes maintenant connu sous le nom(?: de)? {m}",
    "(?:Usted es|Eres|Ahora es) conocido (?:ahora )?como {m}",
    "(?:Sei ora noto|Ora sei conosciuto) come {m}", "Il tuo soprannome è ora {m}",
    "(?:Agora|Você|Agora você) (?:é|és|agora é) conhecido (?:como|por) {m}",
    "Você mudou de apelido para {m}", "U staat nu bekend als {m}",
    "Du (?:är|er) n[uåo] (?:känd|kjent|kjend|kendt) som {m}", "Du kendes nu som {m}",
    "(?:Nimimerkkisi on nyt|Uusi nimimerkkisi on) {m}", "Jesteś teraz znan[ay/]{1,6} jako {m}",
    "Twój nowy nick to {m}", "(?:Nyní jste znám|Jste nyní známý) jako {m}", "Теперь вас зовут {m}",
    "Вы изменили имя на {m}", "Тепер вас показано як {m}", "您(?:已改名为|现在的名字是|現在的名稱是) ?{m}",
)  # fmt: skip
_KICKS = (
    "hat {v} (?:aus|gekickt)", "a (?:expulsé|éjecté) {v}", "ha expulsado (?:a )?{v}",
    "ha (?:esplulso|espulso|cacciato) {v}", "(?:expulsou|chutou) {v}", "ha fet fora {v}",
    "har spark(?:at|et|a) ut {v}", "har (?:kastet|kasta) ut {v}", "har (?:sparket|kasta) {v} (?:fra|ut)",
    "heitti käyttäjän {v}", "(?:wyrzucił/ła|wyrzucił|wykopał) {v}", "vykopnul {v}", "je brcnil {v}",
    "(?:избаци|је избацио|выкидывает|был выкинут) {v}", "izbaci {v}", "kirúgta {v}", "ka përzënë {v}",
    "išspyrė {v}", "iš kanalo išmetė {v}", ", {v} (?:i [#&+!]|kullanıcısını kovdu)", "已将 ?{v} ?从",
    "が ?{v} ?をキック",
)  # fmt: skip
_KICKED = (
    "wurde (?:aus|von) .{1,200}? (?:hinausgeworfen|geworfen|gekickt)", "a été (?:expulsé|éjecté|kické)",
    "ha sido expulsado", "è stato (?:cacciato|kickato|espulso)", "foi (?:expulso|chutado)",
    "ha (?:estat|sigut) expulsat", "is (?:uit het kanaal verwijderd|eraf geschopt)", "har blivit utsparkad",
    "er blevet sparket", "(?:byl vykopnut|bol vykopnutý)", "został wyrzucony", "je izbačen", "беше изритан",
    "було викинуто", "кикнут", "εκδιώχθηκε", "ki lett rúgva", "已经被 ?.{1,80}? ?踢出",
    "已經被 ?.{1,80}? ?從", r"が ?\S{1,80} ?にチャンネルから追い出されました",
)  # fmt: skip
_OWN_KICK = (
    "(?:Sie wurden aus|Vous avez été (?:expulsé|kické)|(?:Ha|Has) sido expulsado|Sei stato (?:cacciato"
    "|kickato)|(?:Você|Tu) fo(?:i|ste) (?:expulso|chutado)|U bent door|Je bent er uitgeschopt|Du (?:har"
    "|er) bl(?:ivit|itt|evet) (?:utsparkad|sparket|kastet)|Du har sparkats ut"
    "|Zostałeś(?:/aś)? wyrzucony|Byli jste vykopnuti|Вас кикнули|Вы были удалены с|Heu estat expulsat)"
)
_OWN_LEAVE = (
    r"(?:(?:Sie haben|Du hast) den Kanal \S+ verlassen|Ha abandonado el canal|Vous avez quitté le canal"
    "|Hai lasciato il canale|(?:Você )?[Ss]aiu do canal|Du har (?:forladt|forlatt|lämnat) kanal"
    "|Poistuit kanavalta|Opuściłeś|Вы покинули канал|您已离开频道|Elhagytad a|Išėjote iš kanalo)"
)
_TOPICS = (
    "(?:hat das Thema|setzt das Kanalthema)(?= )",
    "a (?:modifié|changé|retiré|défini) le (?:sujet|titre)(?= )",
    "ha (?:cambiado|borrado|puesto) el tema(?= )", "ha (?:scelto come|cambiato|rimosso l')? ?argomento",
    "ha impostato il titolo(?= )", "(?:alterou|mudou|definiu) o tópico(?= )", "ha establert el tema(?= )",
    "heeft het onderwerp(?= )", "har bytt ämnet(?= )", "ställer in kanalens ämne(?= )",
    "(?:har ændret|endret) emnet(?= )", "s(?:etter|ætter|ette) kanalemnet(?= )",
    "asetti kanavan aiheeksi(?= )", "(?:zmienił|ustawia) temat(?= )", "(?:změnil|nastavil) téma(?= )",
    "поменял топик(?= )", "меняет тему(?= )", "встановлює темою(?= )", "постави тему(?= )",
    "megváltoztatta a csatorna témáját", "已将主题更改为", "设置频道话题为",
)  # fmt: skip
_TOPIC = (
    "(?:Das |Le |El |O |L'|Il )?(?:(?:Kanal|Channel-)?[Tt]hema|sujet|Sujet|titre|Titre|tema|Tema"
    "|argomento|tópico|Tópico|[Oo]nderwerp|Ämne|Emne|Temat|Téma|Тема|Topik)(?: |:)"
)
_MODES = (
    r"\S{1,80}+ (?:setzt (?:Modus|Modi|einen Bann|das Channel-|die Benutzer|Ausnahme|Invite)"
    r"|gibt (?:Channel-Operator|Voice)-Status|erteilt \S+ Halb-|entfernt (?:den Bann|Op-|Half-|Voice-"
    r"|das Channel|die )|stellt \S+ ruhig|a (?:activé|mis|retiré) le (?:mode|bannissement)"
    "|a donné (?:l'état|la voix|la parole)|a (?:supprimé|enlevé|retiré) (?:l'état|la voix)|pone modos? "
    "|da (?:op|voz|semi-op) a |quita (?:op|voz|el ban)|ha impostato l[ae] modalità|ha dato (?:lo stato"
    "|voce)|ha tolto |definiu os? modos? |ajustou os modos|(?:estatuto operador|concedeu estado"
    "|concedeu voz)|sätter läge?n? |ger kanaloperatör|ger (?:voice|röst)|setter (?:modus|flagg) "
    "|gir operatør|sætter tilstand|giver kanaloperatør|ustawia (?:tryb|status|ban)|daje (?:status|voice"
    "|głos)|estableix (?:els modes|el mode)|установил режим|изменён режим|дал права|beállítja a "
    "|operátor jogot ad)"
)
_TALKING = (
    "(?:Sie (?:sprechen|reden) jetzt in|Vous parlez maintenant sur|Unido a|Parla in|A conversar em"
    "|Agora falando em|Ara esteu parlant a|Pratar nu på|Snakker nå i|Taler nu på|Rozmawiasz na"
    "|Теперь может вести беседу на|Mostantól a|Şimdi|Dabar kalba|Τώρα μιλάτε στο|현재|正在) ?"
    r"(?P<r>[#&+!]\S{0,200})"
)
_CLIENTS = (
    "(?:Getrennt|Déconnecté|Desconectado|Disconness[io]|Desligado|Соединение разорвано|Rozłączono|Frånkopplad"
    r"|Frakoblet|Forbindelse afbrudt|Bağlantı kesildi|Lecsatlakozva) \("
    "|(?:Verbunden|Connecté|Conectado|Conness[io]|Ligado|Соединение установлено|Połączono|Ansluten|Tilkoblet"
    r"|Forbundet|Připojen|Bağlı|Kapcsolódva)\."
    "|(?:Verbinden zu|Connexion à|Conectando a|Connessione a|Ligando a|Соединение с|Łączenie z"
    r"|Ansluter till|Kobler til|Opretter forbindelse til) \S+ \("
    r"|(?:Kanal|Canale?|Канал|Kanał) [#&+!]\S+ "
    "(?:wurde erstellt|créé|crea[dt]o|criado|создан|został|skapad|oppret)"
    "|(?:Ein CTCP|Réception d'un CTCP|Recibido un CTCP|Ricevuto un CTCP|Recebido CTCP|Você recebeu um CTCP"
    "|Otrzymano CTCP|Tog emot CTCP|Modtog en CTCP|Mottok én CTCP) "
    "|(?:Benachrichtigung|Notificación|Notifica|Notificação|Powiadomienie|Notifiera|Varsle"
    "|Notifikation): "
    "|(?:Ping-Antwort von|Réponse au ping de|Respuesta ping de|Risposta al ping da|Ping-svar fr[åa]n?) "
    "|(?:Suche nach|Recherche de|Buscando|Ricerca di|A procurar|Localizando|Sprawdzanie|Slår upp)"
    r" [^ ]+\.[^ ]+\Z"
)
_COMES = (
    "betreten|beigetreten|vient de rentrer|a rejoint|avez rejoint|se ha unido|ha entrado|è entrato"
    "|Sei entrato|entrou|juntou-se|s'ha unit|ha entrat|heu entrat|uniuse|har gått (?:in|med)"
    "|har gått inn|har blitt med|deltager|er gået med|neemt deel|liittyi|liitus|dołączył|připojil"
    "|prihlásil|pridružil?|прикључи|придружи|был добавлен|входит|зашёл|зашли|приєднується|приєдналися"
    "|belépett|elkartu|katıldı|atėjo|prisijungė|telah bergabung|hyri|συμμετέχει|έχει εισέλθει|已进入"
    "|已经加入|已加入|已經加入|が参加|が参加しました|입장"
)
_GOES = (
    "verlassen|verließ|ist gegangen|hat die Verbindung getrennt|est parti|vient de partir|a quitté"
    "|avez quitté|ha salido|ha dejado|ha deixat|ha lasciato|ha abandonado|se ha marchado|abandonó"
    "|abbandona|ha abbandonato|è uscito|ha chiuso la connessione|si è disconnesso|sa[ií]u|deixou"
    "|abandonou|desconectou-se|ha sortit|har lämnat|har avslutat|har forlatt|har forladt|har gått ut"
    "|forlot|har avsluttet|er gået|har afsluttet|heeft .{0,80}?verlaten|poistui|lopetti|lahkus|wyszedł"
    "|opuścił|rozłączył|(?:је|je) (?:отишао|otišao)|odešel|skončil|opustil|zapustil|вышел|покинул"
    "|покидает|полишає|виходить|выходит|напусти|napusti|прекинуо|kilépett|kijelentkezett|elhagyta"
    "|ayrıldı|çıktı|išėjo|atsijungė|paliko|bu kanalı terk|telah (?:keluar|meninggalkan)|iku|αποχώρησε"
    "|εγκατέλειψε|已离开|已退出|已經離開|離開|退出|が終了|나갔|끝내|떠났|이 (?:이 )?(?:대화방을"
    "|서버를) 떠났"
)
_MOVES = rf"(?<![^\s)\],])(?:(?P<comes>{_COMES})|(?P<goes>{_GOES}))"
_QUITS = (
    rf"(\S{{1,80}}?)(?:님이 ?| ?(?=[已が])|,? (?:hat (?:den |das )?.{{1,40}}? )?)(?:{_GOES})"
    r"(?:/\w+)?(?: \w{1,20}){0,3} ?(?:\(.*\))?[.。]?\s*\Z"
)
_HOSTED = (
    r"(?:[^\s@]{1,20} ){0,3}?[\"'«]?(\S{1,80}?)[\"'»]?,? ?"
    r"[(\[](?:as |como )?[^\s()\[\]]{1,200}@\S{0,300}[)\]],?"
)
_OWNER = (
    r"(?:(?:Sie|Vous|Usted|Você|Вы|Ви|您|Vós|Ön|Siz|Jūs|Εσείς από|Du) ?\(\S{1,300}\),? (?!har? )"
    r"|Du \(\S{1,300}\) har |U \(\S{1,300}\) (?:neemt|hebt|heeft) )"
)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """A pattern, compiled when a line of a client's is first held against it: most logs have none."""
    return re.compile(pattern)


def _alternatives(phrases: tuple[str, ...]) -> str:
    return "|".join(phrases).replace("{m}", _M).replace("{v}", r"(\S{1,80}?)")


_RENAMED = rf"(?:Ο χρήστης )?{_N}{_HOST} ?(?:{_alternatives(_RENAMES)}){_END}"
_NAMED = rf"\s?(?:{_alternatives(_OWN_NAME)}){_END}"
_KICKING = rf"\S{{1,80}}?{_HOST} ?(?:{_alternatives(_KICKS)})(?= |\Z|\()"
_THROWN = rf"{_N}{_HOST}(?: |님|,|(?=[已が]))(?:{'|'.join(_KICKED)})"
_TOPIC_BY = rf"(?:Ο χρήστης )?{_N}{_HOST} ?(?:{'|'.join(_TOPICS)})"
_OWNERS = frozenset(
    ("Sie", "sie", "Sie,", "dich", "Vous", "Usted", "sinut", "deg", "вас", "Önt", "Ön", "您", "여러분")
)


def hosted(text: str) -> str | None:
    """Whoever's host stands behind his name in a line of the client's; None where no host does."""
    if _compiled(_OWNER).match(text):
        return YOU
    found = _compiled(_HOSTED).match(text)
    return _owner(found[1]) if found is not None else None


def _owner(name: str) -> str:
    return YOU if name in _OWNERS else name


def _behind_host(text: str) -> int:
    at = text.index("@")
    ends = [end for end in (text.find(")", at), text.find("]", at)) if end > 0]
    return min(ends) + 1 if ends else len(text)


def foreign(text: str) -> Told | None:
    """What a line of the client's own tells, if a language other than English says it in known words."""
    if text.isascii() and " " not in text:
        return None
    if (found := _compiled(_NAMED).match(text)) is not None:
        return Told("nick", YOU, next(filter(None, found.groups())))
    if (found := _compiled(_RENAMED).match(text)) is not None:
        old, new = filter(None, found.groups())
        return Told("nick", _owner(old), new)
    if _compiled(_OWN_KICK).match(text) or _compiled(_OWN_LEAVE).match(text):
        return Told("leave", YOU)
    if (found := _compiled(_THROWN).match(text)) is not None:
        return Told("leave", _owner(found[1]))
    if (found := _compiled(_KICKING).match(text)) is not None:
        victim = next(filter(None, found.groups()))
        return Told("leave", _owner(victim))
    if (found := _compiled(_TOPIC_BY).match(text)) is not None:
        return Told("topic", found[1])
    if (found := _compiled(_TALKING).match(text)) is not None:
        return Told("system", room=found["r"])
    if _compiled(_MODES).match(text) or _compiled(_CLIENTS).match(text):
        return Told("system")
    if (name := hosted(text)) is not None:
        moves = _compiled(_MOVES).search(text, _behind_host(text))
        if moves is not None:
            return Told("join" if moves["comes"] is not None else "leave", name)
        return None
    if (found := _compiled(_QUITS).match(text)) is not None:
        return Told("leave", _owner(found[1]))
    return Told("topic") if _compiled(_TOPIC).match(text) else None
