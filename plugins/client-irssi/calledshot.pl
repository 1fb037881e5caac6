# calledshot inside irssi, for players: looks at a declaration before it is sent, shows what the referee makes of
# the fight as local lines that are never sent or logged, and keeps the order in a status bar item.
#
# Knows nothing of any rules: they are asked of `calledshot live stdio`, a child process for each channel, which may
# die, hang or be missing without a message being lost or delayed for more than a moment. A game master's side is
# in the WeeChat script and in `calledshot live irc`, not here.

use strict;
use warnings;
use Irssi;
use Irssi::TextUI;
use IPC::Open2;
use JSON::PP;

our $VERSION = '1.0';
our %IRSSI = (authors => 'the calledshot founders', contact => 'calledshot', name => 'calledshot', license => 'MIT',
    description => 'A referee for fights in chat rooms: lint before sending, rulings, the order in the status bar');

my $HELP = <<'END';
/calledshot on [FOLDER]: referee this channel; with the campaign folder that your game master gave you
/calledshot off | status | order: who moves when
/calledshot check TEXT: look at a move without sending it
/set calledshot_command: the program to run | /set calledshot_timeout: how long a message waits for it, at most
END
my $MOST = 4 << 20;        # bytes of a line, or that a child does not take off us
my $MEMORY = 20_000;       # events kept for a child that is started again
my $RUBBISH = 100;         # lines in a row that are none
my $json = JSON::PP->new->utf8;
my %rooms;                 # "server/channel" => room
our $passing;              # whether a message of ours is on its way out
my ($number, $began) = (0, time);

Irssi::settings_add_str('calledshot', 'calledshot_command', 'calledshot');
Irssi::settings_add_int('calledshot', 'calledshot_timeout', 1000);

# -- text: irssi's is in bytes, JSON's in characters

sub chars { my $text = shift // ''; utf8::decode($text); return $text }
sub clean { my $text = shift // ''; utf8::encode($text); $text =~ s/[\x00-\x1f\x7f]+/ /g; return $text }
sub plain { my $text = shift // ''; $text =~ s/\x03(?:\d{1,2}(?:,\d{1,2})?)?|\x04[^ ]{2}|[\x02\x0f\x11\x16\x1d-\x1f]//g; return $text }
sub now { my @t = gmtime; return sprintf '%04d-%02d-%02dT%02d:%02d:%02dZ', $t[5] + 1900, $t[4] + 1, @t[3, 2, 1, 0] }

# A local line: MSGLEVEL_NEVER is never logged.
sub note {
    my ($room, $text, $where) = @_;
    my $server = Irssi::server_find_tag($room->{tag});
    my $item = $server && $server->window_item_find($where // $room->{channel});
    my $window = $item ? $item->window : Irssi::active_win();
    $text =~ s/%/%%/g;
    $window->print("%Ccalledshot%n $text", MSGLEVEL_CLIENTCRAP | MSGLEVEL_NEVER);
}

# -- the child

sub start {
    my $room = shift;
    stop($room);
    return if ($rooms{$room->{key}} // 0) != $room;
    my @command = split ' ', Irssi::settings_get_str('calledshot_command');
    @command = map { s{^~/}{$ENV{HOME}/}r } @command, 'live', 'stdio';
    push @command, '--campaign', $room->{campaign} if length $room->{campaign};
    my ($out, $in);
    my $pid = eval { open2($out, $in, '/bin/sh', '-c', 'exec "$@" 2>&1', 'sh', @command) };
    return died($room, 'cannot be started') unless $pid;
    $_->blocking(0) for $in, $out;
    Irssi::pidwait_add($pid);
    @$room{qw(pid in out waiting partial heard rubbish words)} = ($pid, $in, $out, join('', @{$room->{memory}}), '', 0, 0, '');
    $room->{most} = $MOST + length $room->{waiting};
    $room->{born} = time;
    $room->{reads} = Irssi::input_add(fileno($out), INPUT_READ, \&readable, $room->{key});
    ask($room, {state => JSON::PP::true, cues => JSON::PP::true, as => me($room)}, sub { ready($room, shift->{state}) });
}

sub stop {
    my $room = shift;
    Irssi::input_remove(delete $room->{reads}) if $room->{reads};
    Irssi::input_remove(delete $room->{writes}) if $room->{writes};
    close $_ for grep { $_ } delete @$room{qw(in out)};
    kill 'KILL', delete $room->{pid} if $room->{pid};
    @$room{qw(asked ready behind)} = ({}, 0, 0);
    release($room);
}

sub died {
    my ($room, $why) = @_;
    $room->{deaths} = 0 if $room->{pid} && time - $room->{born} > 60;
    $why = $room->{words} if length($room->{words} // '');
    stop($room);
    note($room, "has ended ($why). Messages go out unchecked. It is started again by itself.") unless $room->{told}++;
    Irssi::statusbar_items_redraw('calledshot');
    my $wait = 2 ** ($room->{deaths} < 6 ? $room->{deaths} : 6);
    $room->{deaths}++;
    Irssi::timeout_add_once(($wait < 60 ? $wait : 60) * 1000, sub { start($room) unless $room->{pid} }, undef);
}

sub put {    # a line for the child, as far as its pipe takes it now
    my ($room, $line) = @_;
    return unless $room->{pid};
    $room->{waiting} .= $line;
    flush($room);
}

sub flush {
    my $room = shift;
    while (length $room->{waiting}) {
        my $wrote = syswrite $room->{in}, $room->{waiting}, 65536;
        last unless defined $wrote;
        substr $room->{waiting}, 0, $wrote, '';
    }
    return died($room, 'takes nothing') if length $room->{waiting} > $room->{most};
    if (length $room->{waiting}) {
        $room->{writes} //= Irssi::input_add(fileno($room->{in}), INPUT_WRITE, sub { flush($room) }, undef);
    } elsif ($room->{writes}) {
        Irssi::input_remove(delete $room->{writes});
    }
}

sub readable {
    my $room = $rooms{$_[0]} or return;
    my $count = sysread $room->{out}, $room->{partial}, 65536, length $room->{partial};
    return if !defined $count && $!{EAGAIN};
    return died($room, 'no reason given') unless $count;
    while ((my $end = index $room->{partial}, "\n") >= 0) {
        take($room, substr $room->{partial}, 0, $end + 1, '');
        return unless $room->{pid};
    }
    died($room, 'says what makes no sense') if length $room->{partial} > $MOST;
}

sub take {    # one line of the child's; it may be anything
    my ($room, $line) = @_;
    my $said = eval { $json->decode($line) };
    if (ref $said ne 'HASH') {
        $room->{words} = substr clean(chars($line)), 0, 300;
        died($room, 'says what makes no sense') if ++$room->{rubbish} > $RUBBISH;
        return;
    }
    $room->{rubbish} = 0;
    if (defined $said->{ref}) {
        my $then = delete $room->{asked}{$said->{ref}};
        $room->{behind} = 0;
        eval { $then->($said); 1 } or $room->{rubbish}++ if $then;
    } elsif (exists $said->{say}) {
        return if ++$room->{heard} <= $room->{lines};    # said by the child before this one
        $room->{lines} = $room->{heard};
        my $mine = defined $said->{to} && lc $said->{to} eq lc me($room);
        note($room, clean($said->{say})) if length($said->{say} // '') && ($mine || !defined $said->{to} && !$said->{finding});
    } elsif (exists $said->{order}) {
        $room->{order} = $said;
        Irssi::statusbar_items_redraw('calledshot');
    }
}

sub ready {
    my ($room, $state) = @_;
    @$room{qw(order ready)} = ($state, 1);
    $room->{pgm} = {map { lc clean($_) => 1 } @{$state->{pgm} // []}};
    $room->{cues} = {map { $_ => 1 } @{$state->{cues} // []}};
    note($room, 'is back.') if $room->{told};
    $room->{told} = 0;
    Irssi::statusbar_items_redraw('calledshot');
}

sub ask {
    my ($room, $table, $then) = @_;
    my $ref = ++$room->{ref};
    $room->{asked}{$ref} = $then;
    put($room, $json->encode({%$table, ref => $ref}) . "\n");
    return $ref;
}

# -- what is said in the room

sub me { my $server = Irssi::server_find_tag($_[0]{tag}); return chars($server ? $server->{nick} : '') }

sub event {
    my ($room, %event) = @_;
    my $line = $json->encode({at => now(), id => "irssi-$began-" . ++$number, room => chars($room->{channel}), %event}) . "\n";
    push @{$room->{memory}}, $line;
    splice @{$room->{memory}}, 0, $MEMORY / 2 if @{$room->{memory}} > $MEMORY;
    put($room, $line);
}

sub of { my ($server, $channel) = @_; return $rooms{lc "$server->{tag}/$channel"} }

# The rooms in which somebody is, or whose game master he is.
sub with {
    my ($server, $nick) = @_;
    return grep {
        my $channel = $server->channel_find($_->{channel});
        $_->{tag} eq $server->{tag} && ($_->{pgm}{lc $nick} || $channel && $channel->nick_find($nick))
    } values %rooms;
}

sub heard {
    my ($kind, $server, $text, $nick, $target) = @_;
    my %event = (kind => $kind, speaker => chars($nick), text => chars(plain($text)));
    if ($server->ischannel($target)) {
        my $room = of($server, $target);
        event($room, %event) if $room;
    } elsif ($kind ne 'notice') {
        my ($room) = with($server, lc $nick eq lc $server->{nick} ? $target : $nick);
        event($room, %event, kind => 'whisper', to => chars($target)) if $room;
    }
}

# What is said: signal => kind, and where in it the nick and the target stand; where not, it is we.
my %said = (
    'message public' => ['say', 2, 4], 'message private' => ['say', 2], 'message irc action' => ['emote', 2, 4],
    'message own_public' => ['say', undef, 2], 'message own_private' => ['say', undef, 2],
    'message irc own_action' => ['emote', undef, 2], 'message irc notice' => ['notice', 2, 4],
);
for my $signal (keys %said) {
    my ($kind, $nick, $target) = @{$said{$signal}};
    Irssi::signal_add($signal, sub {
        heard($kind, @_[0, 1], defined $nick ? $_[$nick] : $_[0]{nick}, defined $target ? $_[$target] : $_[0]{nick});
    });
}

sub gone { my ($kind, $nick, @there) = @_; event($_, kind => $kind, speaker => chars($nick)) for grep { $_ } @there }

sub renamed {
    my ($new, $old, @there) = @_;
    my %there = map { ($_->{key} => $_) } @there;
    for my $room (values %there) {
        $room->{pgm}{lc $new} = 1 if $room->{pgm}{lc $old};
        event($room, kind => 'nick', speaker => chars($old), to => chars($new));
    }
}

Irssi::signal_add('message join', sub { gone('join', $_[2], of(@_[0, 1])) });
Irssi::signal_add("message $_", sub { gone('leave', $_[2], of(@_[0, 1])) }) for 'part', 'kick';
Irssi::signal_add('message quit', sub { gone('leave', $_[1], with(@_[0, 1])) });
Irssi::signal_add("message $_", sub { renamed(@_[1, 2], with(@_[0, 1]), with(@_[0, 2])) }) for 'nick', 'own_nick';

# -- what is typed

# Keep a message until its lint is there. `head` is what of it only irssi reads; `signal` says it once more.
sub typed {
    my ($signal, $text, $server, $item, $head, $words, $to) = @_;
    return if $passing || !$server || $words !~ /\S/;
    my ($room) = $to ? grep { $_->{pgm}{lc $to} } with($server, $to) : grep { $_ } of($server, $item ? $item->{name} : '');
    return unless $room;
    my $what = {signal => $signal, text => $text, item => $item && $item->{name}, head => $head, typed => "$head$words"};
    my $second = ($room->{held} // '') eq $what->{typed};
    $room->{held} = undef;
    $what->{go} = 1 if $second || $room->{behind} || !$room->{ready} || !($to || might($room, chars(plain($words))));
    return if $what->{go} && !@{$room->{queue}};
    Irssi::signal_stop();
    push @{$room->{queue}}, $what;
    return if $what->{go};
    my %lint = (lint => chars(plain($words)), emote => $head eq '/me ' ? JSON::PP::true : JSON::PP::false, as => me($room));
    ask($room, {%lint, $to ? (to => chars($to)) : ()}, sub { @$what{qw(lint go)} = (shift->{lint}, 1); release($room, 1) });
    Irssi::timeout_add_once(Irssi::settings_get_int('calledshot_timeout'), sub {
        return if $what->{go};
        note($room, 'is slow: messages go out unchecked for now.') unless $room->{behind}++;
        @$what{qw(go lint)} = (1, {});
        release($room, 1);
    }, undef);
}

sub might {    # talk passes at once: every declaration has a star, a number in brackets, or one of these words
    my ($room, $text) = @_;
    return $text =~ /\*|[(\[{][^)\]}\d]{0,40}\d/ || grep { $room->{cues}{$_} } lc($text) =~ /\w+/g;
}

sub release {    # send or hold what is decided, in the order in which it was typed; all, where nobody decides
    my ($room, $decided) = @_;
    while (my $what = $room->{queue}[0]) {
        return if $decided && !$what->{go};
        shift @{$room->{queue}};
        $what->{go} = 1;
        if (shown($room, $what->{lint}, $what->{item}, 'error|warning') =~ /error/) {
            my $empty = Irssi::parse_special('$L') eq '';    # else he is typing something else by now
            $room->{held} = $what->{typed} if $empty;
            note($room, 'Not sent' . ($empty ? '. Enter once more sends it as it is.' : ": $what->{typed}"), $what->{item});
            Irssi::gui_input_set($what->{typed}) if $empty;
            next;
        }
        my $server = Irssi::server_find_tag($room->{tag}) or next;
        local $passing = 1;
        Irssi::signal_emit($what->{signal}, $what->{text}, $server, $what->{item} && $server->window_item_find($what->{item}));
    }
}

sub shown {    # the findings that are so bad, as local lines; how bad they were
    my ($room, $lint, $item, $bad) = @_;
    $lint = {} unless ref $lint eq 'HASH';
    my @findings = grep { ref eq 'HASH' && ($_->{severity} // '') =~ /^(?:$bad)$/ }
        ref $lint->{findings} eq 'ARRAY' ? @{$lint->{findings}} : ();
    note($room, clean("$_->{code}: $_->{message}"), $item) for @findings;
    note($room, 'Better: ' . clean($lint->{strict}), $item) if @findings && length($lint->{strict} // '');
    return join ' ', map { $_->{severity} } @findings;
}

Irssi::signal_add_first('send text', sub {
    my ($text, $server, $item) = @_;
    typed('send text', $text, $server, $item, '', $text, $item && $item->{type} eq 'QUERY' ? $item->{name} : undef) if $item;
});
Irssi::signal_add_first('command me', sub { typed('command me', $_[0], @_[1, 2], '/me ', $_[0]) if $_[2] });
Irssi::signal_add_first('command msg', sub { typed('command msg', $_[0], @_[1, 2], "/msg $1 ", $2, $1) if $_[0] =~ /^([^-*#&\s,]\S*) (.+)/ });

# -- the command and the bar

Irssi::command_bind('calledshot', sub {
    my ($words, $server, $item) = @_;
    my $name = $item && $item->{name};
    my ($verb, $rest) = $words =~ /^\s*(\S*)\s*(.*?)\s*$/;
    my $room = $server && $item ? of($server, $name) || (with($server, $name))[0] : undef;
    if ($verb eq 'on' && $item && $item->{type} eq 'CHANNEL') {
        $rest =~ s{^~/}{$ENV{HOME}/};
        return Irssi::print("calledshot: $rest: there is no such folder") if length $rest && !-d $rest;
        stop($room) if $room;
        my $key = lc "$server->{tag}/$name";
        $room = $rooms{$key} = {key => $key, tag => $server->{tag}, channel => $name, campaign => $rest, memory => [], pgm => {},
            queue => [], order => {}, lines => 0, deaths => 0, ref => 0};
        start($room);
        note($room, 'is on, with ' . ($rest || 'no campaign') . '. /calledshot help') if $room->{pid};
    } elsif (!$room || $verb eq 'help' || $verb eq 'on') {
        Irssi::print($_, MSGLEVEL_CLIENTCRAP | MSGLEVEL_NEVER) for split /\n/, $HELP;
    } elsif ($verb eq 'off') {
        delete $rooms{$room->{key}};
        stop($room);
        note($room, 'is off.');
    } elsif ($verb eq 'check') {
        ask($room, {lint => chars($rest), given => JSON::PP::true, as => me($room)}, sub {
            note($room, 'No findings.', $name) unless shown($room, shift->{lint}, $name, '.*');
        });
    } elsif ($verb eq 'order') {
        note($room, order($room) || 'No order is known.', $name);
    } else {
        note($room, $room->{ready} ? "runs as process $room->{pid}." : 'does not run, or has not answered yet.', $name);
    }
    Irssi::statusbar_items_redraw('calledshot');
});

sub order {
    my $state = shift->{order};
    my $due = $state->{due} // '';
    my $text = join ', ', map { ($_->[0] eq $due ? '>' : '') . "$_->[0] $_->[1]" } @{$state->{order} // []};
    my $waits = join ', ', map { "$_->[0] ($_->[1])" } @{$state->{waits} // []};
    $waits =~ tr/_/ /;
    return clean(join ' | ', grep { length } $text, length $waits ? "waits: $waits" : '');
}

Irssi::statusbar_item_register('calledshot', undef, 'bar');
sub bar {
    my ($item, $size_only) = @_;
    my $active = Irssi::active_win()->{active};
    my $room = $active && $active->{server} ? of($active->{server}, $active->{name}) : undef;
    my $text = !$room ? '' : $room->{pid} ? eval { order($room) } // '' : 'calledshot: off the air';
    $text =~ s/[%\$\\{}]/ /g;
    $item->default_handler($size_only, length $text ? "{sb $text}" : '', '', 1);
}
Irssi::signal_add_last($_, sub { Irssi::statusbar_items_redraw('calledshot') }) for 'window changed', 'window item changed';
Irssi::signal_add('pidwait', sub { my ($pid) = @_; $_->{pid} && $_->{pid} == $pid && died($_, 'no reason given') for values %rooms });
sub UNLOAD { my @all = values %rooms; %rooms = (); stop($_) for @all }
