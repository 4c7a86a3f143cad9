// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Draws;
import org.plateaubench.plugin.mail.content.CalendarEvent.Participation;

/** Calendar objects and cards, read by the parser that Radicale uses. */
class CalendarEventTest {
    private static final long DAY = 1_764_028_800L;
    private static final long STAMP = 1_764_000_000L;
    private static final String ORGANIZER = "user0001@example.net";
    private static final List<String> INVITED =
            List.of("user0002@example.net", "a-rather-long-name-that-makes-the-line-fold@department.example.net");

    /** Prints the properties of the object in each file, unfolded and unescaped. */
    private static final String SCRIPT = """
            import sys, vobject
            for path in sys.argv[1:]:
                top = vobject.readOne(open(path, newline='').read())
                top.validate(raiseException=True) if not hasattr(top, 'method') else None
                if top.name == 'VCARD':
                    print('|'.join([top.version.value, top.uid.value, top.fn.value, top.n.value.family, top.email.value, top.note.value]))
                else:
                    e = top.vevent
                    print('|'.join([top.method.value if hasattr(top, 'method') else '-', e.uid.value,
                        str(int(e.dtstart.value.timestamp())), str(int(e.dtend.value.timestamp())), e.summary.value,
                        e.rrule.value if hasattr(e, 'rrule') else '-', str(len(list(e.rruleset)) if hasattr(e, 'rrule') else 1),
                        e.description.value if hasattr(e, 'description') else '-',
                        ','.join(a.value + ' ' + a.params['PARTSTAT'][0] for a in getattr(e, 'attendee_list', []))]))
            """;

    @TempDir
    private Path folder;

    private static CalendarEvent event(int number) {
        return CalendarEvent.draw("e" + number + "@example.net", DAY, 30, Draws.of(number));
    }

    private List<String> read(List<byte[]> objects) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("/usr/bin/python3", "-c", SCRIPT));
        for (int i = 0; i < objects.size(); i++) {
            command.add(
                    Files.write(folder.resolve("object" + i), objects.get(i)).toString());
        }
        Path output = folder.resolve("output");
        Process reader = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(reader.waitFor(20, TimeUnit.SECONDS)).isTrue();
        String text = Files.readString(output);
        assertThat(reader.exitValue()).as(text).isZero();
        return text.lines().toList();
    }

    private static String expected(String method, CalendarEvent event, String attendees) {
        String rule = event.repeat() == null ? "-" : event.repeat();
        String times = event.repeat() == null ? "1" : rule.substring(rule.lastIndexOf('=') + 1);
        return String.join(
                "|",
                method,
                event.uid(),
                Long.toString(event.startSeconds()),
                Long.toString(event.startSeconds() + event.minutes() * 60L),
                event.summary(),
                rule,
                times,
                event.description(),
                attendees);
    }

    @Test
    void generatedObjectsAreReadByAnotherParser() throws Exception {
        List<byte[]> objects = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            objects.add(event(i).stored(STAMP));
            expected.add(expected("-", event(i), ""));
        }
        CalendarEvent invitation = event(50).inviting(ORGANIZER, INVITED);
        String attendees = "mailto:" + INVITED.get(0) + " NEEDS-ACTION,mailto:" + INVITED.get(1) + " ";
        objects.add(invitation.stored(STAMP));
        expected.add(expected("-", invitation, attendees + "NEEDS-ACTION"));
        objects.add(invitation.request(STAMP));
        expected.add(expected("REQUEST", invitation, attendees + "NEEDS-ACTION"));
        String stored = new String(objects.get(40), StandardCharsets.US_ASCII);
        objects.add(CalendarEvent.answered(stored, INVITED.get(1), Participation.ACCEPTED)
                .orElseThrow()
                .getBytes(StandardCharsets.US_ASCII));
        expected.add(expected("-", invitation, attendees + "ACCEPTED"));
        for (int i = 0; i < 20; i++) {
            byte[] card = Contact.card("c" + i, Draws.of(i));
            objects.add(card);
            Map<String, String> fields = new HashMap<>();
            new String(card, StandardCharsets.US_ASCII)
                    .replace("\r\n ", "")
                    .lines()
                    .forEach(line -> fields.put(line.split("[:;]", 2)[0], line.substring(line.indexOf(':') + 1)));
            expected.add(String.join(
                    "|",
                    "3.0",
                    "c" + i,
                    fields.get("FN"),
                    fields.get("FN").split(" ")[1],
                    fields.get("EMAIL"),
                    fields.get("NOTE")));
        }
        assertThat(read(objects)).isEqualTo(expected);
    }

    @Test
    void eventsAreInOfficeHoursAndSomeRepeat() {
        int repeating = 0;
        for (int i = 0; i < 2000; i++) {
            CalendarEvent event = event(i);
            long minuteOfDay = event.startSeconds() % 86_400 / 60;
            assertThat(minuteOfDay).isBetween(8 * 60L, 17 * 60L);
            assertThat(minuteOfDay % 15).isZero();
            assertThat(event.startSeconds()).isBetween(DAY, DAY + 30 * 86_400L);
            assertThat(event.minutes()).isBetween(15, 120);
            repeating += event.repeat() == null ? 0 : 1;
        }
        assertThat(repeating).isBetween(140, 260);
    }

    @Test
    void storedEventsSuppressServerInvitations() {
        CalendarEvent event = event(1).inviting(ORGANIZER, INVITED);
        String stored = new String(event.stored(STAMP), StandardCharsets.US_ASCII).replace("\r\n ", "");
        assertThat(stored).doesNotContain("METHOD");
        assertThat(stored.lines().filter(line -> line.startsWith("ATTENDEE") || line.startsWith("ORGANIZER")))
                .hasSize(3)
                .allMatch(line -> line.contains(";SCHEDULE-AGENT=CLIENT"));
    }

    @Test
    void replyChangesOnlyTheParticipationStatus() {
        String object = """
                BEGIN:VCALENDAR
                BEGIN:VEVENT
                X-OTHER;A=b:c
                ATTENDEE;RSVP=TRUE;CN="You";partstat=NEEDS-ACT
                 ION;X=1:MAILTO:You@example.net
                ATTENDEE:mailto:other@example.net
                END:VEVENT
                END:VCALENDAR
                """;
        String answered = CalendarEvent.answered(object, "you@example.net", Participation.DECLINED)
                .orElseThrow();
        assertThat(answered).isEqualTo("""
                        BEGIN:VCALENDAR
                        BEGIN:VEVENT
                        X-OTHER;A=b:c
                        ATTENDEE;CN="You";X=1;PARTSTAT=DECLINED:MAILTO:You@example.net
                        ATTENDEE:mailto:other@example.net
                        END:VEVENT
                        END:VCALENDAR
                        """.replace("\n", "\r\n"));
        assertThat(CalendarEvent.answered(answered, "nobody@example.net", Participation.ACCEPTED))
                .isEmpty();
    }
}
