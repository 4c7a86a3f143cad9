// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.wire.Message;
import org.plateaubench.wire.MessageCodec;
import org.plateaubench.wire.ToController;

final class JournalsTest {
    @TempDir
    private Path folder;

    private static byte[] message(int number) throws Exception {
        return MessageCodec.bytes(new ToController.AgentEvent(
                ToController.AgentEvent.Kind.FAULT, number, "agent/load1", "x".repeat(number)));
    }

    private static List<ToController> collected(Journals journals, String run) throws Exception {
        List<ToController> taken = new ArrayList<>();
        JournalCollection[] asking = {null};
        asking[0] = new JournalCollection(
                "load1",
                frame -> asking[0].arrived(
                        frame.journal(part(journals, run, frame)).bytes()));
        asking[0].fetch(taken::add);
        return taken;
    }

    static Journals.Part part(Journals journals, String run, Frame frame) {
        try {
            return journals.part(run, frame.number());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** As when the broker was away: the agent refused, its answer came after the controller had asked something else. */
    @Test
    void anAnswerThatComesLateMeetsNoOtherQuestion() throws Exception {
        Journals journals = Journals.in(folder, Instant::now);
        keep(journals, "run-1", 3);
        List<Frame> late = new ArrayList<>();
        List<ToController> taken = new ArrayList<>();
        JournalCollection[] asking = {null};
        asking[0] = new JournalCollection("load1", question -> {
            late.forEach(frame -> asking[0].arrived(frame.bytes()));
            late.add(Frame.end(question.lease(), "Agent load1 cannot read the journal of the run."));
            late.add(question.journal(new Journals.Part(Journals.State.DRIVEN, new byte[0])));
            asking[0].arrived(
                    question.kind() == Frame.Kind.SEALED
                            ? question.bytes()
                            : question.journal(part(journals, "run-1", question))
                                    .bytes());
            // Its space is free, so it waits until the next question.
            asking[0].arrived(
                    Frame.end(question.lease(), "Agent load1 was asked twice.").bytes());
        });
        assertThat(asking[0].state()).isEqualTo(Journals.State.KEPT);
        assertThat(asking[0].fetch(taken::add)).isEqualTo(Journals.State.KEPT);
        assertThat(taken).hasSize(3);
        assertThat(asking[0].seal()).isTrue();
        // The refusal of the question itself is one.
        asking[0] = new JournalCollection(
                "load1",
                question -> asking[0].arrived(
                        Frame.end(question.lease(), "The disk is broken.").bytes()));
        assertThatThrownBy(asking[0]::state).hasMessage("Agent load1 gives no journal: The disk is broken.");
    }

    private void keep(Journals journals, String run, int messages) throws Exception {
        try (Journal journal = journals.begin(run)) {
            for (int each = 0; each < messages; each++) {
                assertThat(journal.append(message(each))).isTrue();
            }
        }
        journals.over();
    }

    /** It would look as if the agent had measured nothing, and be removed then. */
    @Test
    void whatAnotherVersionHasKeptIsRefusedWithBothVersions() throws Exception {
        Journals journals = Journals.in(folder, Instant::now);
        keep(journals, "run-1", 3);
        Path file = folder.resolve("run-1.journal");
        byte[] bytes = Files.readAllBytes(file);
        int version = Message.PROTOCOL_VERSION;
        // After the length of the first message, and the two bytes that say what it is.
        bytes[Integer.BYTES + 3] = (byte) (version - 1);
        Files.write(file, bytes);

        assertThatThrownBy(() -> collected(journals, "run-1"))
                .isInstanceOf(IOException.class)
                .hasMessage("Agent load1 has kept the run in version " + (version - 1)
                        + " of messages, and this Plateau reads version " + version + ": resume the run with the"
                        + " version of Plateau that began it, or leave the agent out with --without load1.");
    }

    /** An agent that is killed, or a host whose power fails, leaves a part of a message or of its bytes. */
    @Test
    void theEndThatWasTornOffCostsNothingElse() throws Exception {
        Journals journals = Journals.in(folder, Instant::now);
        keep(journals, "run-1", 100);
        Path file = folder.resolve("run-1.journal");
        byte[] whole = Files.readAllBytes(file);
        int last = Integer.BYTES + message(99).length;
        for (int torn = 1; torn <= last; torn += 7) {
            Files.write(file, whole);
            try (var channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
                channel.truncate(whole.length - torn);
            }
            assertThat(collected(journals, "run-1")).as("torn by " + torn).hasSize(99);
        }
        byte[] damaged = whole.clone();
        damaged[damaged.length - 3] ^= 1;
        Files.write(file, damaged);
        assertThat(collected(journals, "run-1")).hasSize(99);
        Files.write(file, whole);
        assertThat(collected(journals, "run-1")).hasSize(100);
    }

    @Test
    void aJournalHasABoundAndSaysSo() throws Exception {
        Journals journals = Journals.in(folder, Instant::now, 1 << 20);
        try (Journal journal = journals.begin("run-1")) {
            int kept = 0;
            while (journal.append(message(100_000))) {
                kept++;
            }
            assertThat(kept).isEqualTo(10);
            assertThat(journal.append(message(1))).as("nothing follows a gap").isFalse();
            assertThat(journal.failure()).isEqualTo("the journal has reached 1 MB");
        }
        journals.over();
        assertThat(collected(journals, "run-1")).hasSize(10);
    }

    @Test
    void whatIsOldOrTooMuchIsRemovedAndTheRunThatIsDrivenIsNot() throws Exception {
        Journals journals = Journals.in(folder, Instant::now);
        keep(journals, "old", 1);
        keep(journals, "older", 1);
        keep(journals, "new", 1);
        Instant now = Instant.now();
        Files.setLastModifiedTime(folder.resolve("old.journal"), FileTime.from(now.minus(Duration.ofDays(6))));
        Files.setLastModifiedTime(folder.resolve("older.journal"), FileTime.from(now.minus(Duration.ofDays(8))));

        Journals.in(folder, Instant::now);
        assertThat(folder).isDirectoryNotContaining("glob:**older.journal");
        assertThat(folder.resolve("old.journal")).exists();
        try (Journal journal = journals.begin("driven")) {
            assertThat(journal.append(message(1_000))).isTrue();
            journals.removeOld(now, 300);
            assertThat(folder.resolve("driven.journal")).exists();
        }
        assertThat(folder.resolve("old.journal")).doesNotExist();
    }

    @Test
    void theNameOfARunLeadsToNoOtherFile() throws Exception {
        Journals journals = Journals.in(Files.createDirectory(folder.resolve("journals")), Instant::now);
        Path other = Files.writeString(folder.resolve("other.journal"), "secret");
        assertThat(journals.part("../other", 0).state()).isEqualTo(Journals.State.NONE);
        journals.remove("../other");
        assertThat(other).exists();
        assertThatThrownBy(() -> journals.begin("../other")).hasMessageContaining("no valid id");
    }
}
