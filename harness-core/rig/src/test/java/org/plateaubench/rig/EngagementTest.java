// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.wire.Message;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/** What an agent answers to offers of other versions. */
final class EngagementTest {
    @TempDir
    private Path folder;

    private final List<Frame> sent = new ArrayList<>();

    private void agree(String offer) throws Exception {
        Conversation conversation =
                new Conversation("the controller", 7, 100, Duration.ofSeconds(60), System.nanoTime(), sent::add);
        conversation.arrived(
                new Frame(Frame.Kind.LAST, 7, 0, MessageKind.TERMS.of(offer.getBytes(StandardCharsets.UTF_8))),
                System.nanoTime());
        Engagement engagement = new Engagement(
                "load1",
                "run-1",
                conversation,
                Journals.in(Files.createDirectories(folder.resolve("journals")), Instant::now),
                sentence -> {},
                new OwnClock("load1", System::nanoTime, new BrokerOffset()),
                System::nanoTime);
        try (Transport<ToController, ToAgent> agreed =
                engagement.agree(new KeptJars(folder.resolve("jars"), Set.of()), folder)) {
            assertThat(agreed.peerClock()).isEmpty();
            // Its end would wait for the acknowledgement of the answer.
            sent.stream()
                    .filter(Frame::isPart)
                    .forEach(part -> conversation.arrived(Frame.taken(7, part.number() + 1), System.nanoTime()));
        }
    }

    private static String offer(int version, String more) {
        return """
                {"run":"run-1","controller":"desk","protocolVersion":%d,"spiVersion":%d%s,"plugins":[]}""".formatted(version, Message.SPI_VERSION, more);
    }

    /** The number of agents was such a thing once. */
    @Test
    void anOfferOfALaterVersionIsRefusedWithBothWhateverElseItHas() {
        int later = Message.PROTOCOL_VERSION + 1;
        for (String more : List.of("", ",\"colour\":\"blue\"")) {
            sent.clear();
            assertThatThrownBy(() -> agree(offer(later, more)))
                    .isInstanceOf(IOException.class)
                    .hasMessage("Agent load1 speaks version " + Message.PROTOCOL_VERSION + "/" + Message.SPI_VERSION
                            + " of messages and plugins, the controller " + later + "/" + Message.SPI_VERSION
                            + ": install the same Plateau on both.");
            assertThat(sent.getLast().kind()).isEqualTo(Frame.Kind.END);
        }
    }

    @Test
    void anOfferOfThisVersionHasNothingElse() throws Exception {
        agree(offer(Message.PROTOCOL_VERSION, ""));
        assertThatThrownBy(() -> agree(offer(Message.PROTOCOL_VERSION, ",\"colour\":\"blue\"")))
                .hasMessage("The offer of the controller is refused: colour is unknown.");
    }
}
