// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.plateaubench.wire.MessageCodec;
import org.plateaubench.wire.PeerClock;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.RefusedMessageException;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

final class ConversationTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long TICK = Duration.ofMillis(500).toNanos();

    /** The frames that are on their way to each end. */
    private final List<Frame> toAgent = new ArrayList<>();

    private final List<Frame> toController = new ArrayList<>();
    private long now;

    private Conversation agent(Consumer<Frame> connection) {
        return new Conversation("the controller", 7, 4_000, PATIENCE, now, connection);
    }

    private Conversation controller(Consumer<Frame> connection) {
        return new Conversation("agent load1", 7, 4_000, PATIENCE, now, connection);
    }

    private static byte[] message(int number) {
        // Some are longer than a part.
        return ByteBuffer.allocate(number % 40 == 0 ? 2 * Frame.MOST_CONTENT + 4 : 4)
                .putInt(number)
                .array();
    }

    @Test
    void aConnectionThatLosesRepeatsAndReordersDeliversAllOnceAndInOrder() throws Exception {
        Conversation agent = agent(toController::add);
        Conversation controller = controller(toAgent::add);
        Random chance = new Random(42);
        List<Integer> received = new ArrayList<>();
        for (int sent = 0; received.size() < 300; ) {
            if (sent < 300 && agent.send(message(sent))) {
                sent++;
            }
            deliver(toController, controller, chance);
            deliver(toAgent, agent, chance);
            now += TICK;
            agent.tick(now);
            controller.tick(now);
            for (byte[] next = controller.receive(0); next != null; next = controller.receive(0)) {
                received.add(ByteBuffer.wrap(next).getInt());
            }
            assertThat(now).as("rounds").isLessThan(20_000 * TICK);
        }
        for (int each = 0; each < 300; each++) {
            assertThat(received.get(each)).isEqualTo(each);
        }
    }

    private void deliver(List<Frame> frames, Conversation to, Random chance) throws RefusedMessageException {
        List<Frame> some = new ArrayList<>(frames);
        frames.clear();
        for (Frame frame : some) {
            int fate = chance.nextInt(10);
            if (fate == 0) {
                continue;
            }
            if (fate == 1) {
                frames.add(frame);
            }
            to.arrived(Frame.of(frame.bytes()), now);
            if (fate == 2) {
                to.arrived(frame, now);
            }
        }
    }

    /** By which a controller knows that an agent lives whose long message is on its way, and by nothing else. */
    @Test
    void partsThatArriveInTheirTurnAreCountedOnceAndNothingElseIs() throws Exception {
        Conversation controller = controller(toAgent::add);
        Transport<ToAgent, ToController> transport =
                new RigTransport<>(controller, MessageCodec::toController, message -> message, () -> {});
        controller.arrived(new Frame(Frame.Kind.PART, 7, 0, new byte[1]), now);
        controller.arrived(new Frame(Frame.Kind.PART, 7, 1, new byte[1]), now);
        assertThat(transport.arrivedParts()).isEqualTo(2);
        assertThat(controller.receive(0)).as("the message is not whole").isNull();
        for (Frame idle : List.of(
                new Frame(Frame.Kind.PART, 7, 1, new byte[1]),
                new Frame(Frame.Kind.PART, 7, 9, new byte[1]),
                Frame.taken(7, 0),
                Frame.clock(7, 5),
                Frame.clock(7, 0).answer(6))) {
            controller.arrived(idle, now);
            assertThat(transport.arrivedParts()).as(idle.kind().toString()).isEqualTo(2);
        }
        controller.arrived(new Frame(Frame.Kind.LAST, 7, 2, new byte[1]), now);
        assertThat(transport.arrivedParts()).isEqualTo(3);
        assertThat(controller.receive(0)).hasSize(3);
    }

    @Test
    void aPartFarAheadOfItsTurnCutsTheSenderOff() {
        Conversation controller = controller(toAgent::add);
        controller.arrived(new Frame(Frame.Kind.LAST, 7, Conversation.WINDOW + 1, new byte[1]), now);
        assertThatThrownBy(() -> controller.receive(0))
                .isInstanceOf(PeerLostException.class)
                .hasMessage("Agent load1 was cut off, since it sent part 33 where part 0 was expected.");
        assertThat(toAgent.getLast().sentence()).contains("was cut off");
    }

    @Test
    void aFrameThatIsTooLongIsRefusedUnread() {
        byte[] longest = new Frame(Frame.Kind.LAST, 7, 0, new byte[Frame.MOST_CONTENT]).bytes();
        assertThatThrownBy(() -> Frame.of(Arrays.copyOf(longest, longest.length + 1)))
                .isInstanceOf(RefusedMessageException.class)
                .hasMessage("a part of 524309 bytes; at most 524308 are read");
    }

    @Test
    void aPartWithNothingInItCutsTheSenderOff() {
        Conversation controller = controller(toAgent::add);
        controller.arrived(new Frame(Frame.Kind.PART, 7, 0, new byte[0]), now);
        assertThatThrownBy(() -> controller.receive(0))
                .hasMessage("Agent load1 was cut off, since it sent a part of a message with nothing in it.");
    }

    @Test
    void anAcknowledgementOfWhatWasNeverSentCutsTheSenderOff() {
        Conversation controller = controller(toAgent::add);
        controller.arrived(Frame.taken(7, 5), now);
        assertThatThrownBy(() -> controller.receive(0))
                .hasMessageContaining(
                        "an acknowledgement of part 4, which this process never sent; another one may have the same credentials");
    }

    @Test
    void aMessageWithoutEndCutsTheSenderOff() {
        Conversation controller = controller(toAgent::add);
        byte[] part = new byte[Frame.MOST_CONTENT];
        for (int number = 0; number < 40; number++) {
            controller.arrived(new Frame(Frame.Kind.PART, 7, number, part), now);
        }
        assertThatThrownBy(() -> controller.receive(0)).hasMessageContaining("a message of more than");
    }

    @Test
    void anotherEndThatIsSilentIsLost() {
        Conversation controller = controller(toAgent::add);
        controller.tick(PATIENCE.toNanos() + 1);
        assertThatThrownBy(() -> controller.receive(0)).hasMessage("Agent load1 has not sent a message for 60 s.");
    }

    /** Thousands of agents would each say twice what their messages say. */
    @Test
    void whoHasSaidSomethingGivesNoSignOfLifeUntilItIsDueAgain() throws Exception {
        Conversation agent = agent(toController::add);
        tickTo(agent, 900);
        assertThat(agent.send(new byte[1])).isTrue();
        assertThat(toController).extracting(Frame::kind).containsExactly(Frame.Kind.LAST);
        agent.arrived(Frame.taken(7, 1), now);
        toController.clear();
        tickTo(agent, 1_800);
        assertThat(toController).isEmpty();
        tickTo(agent, 2_000);
        assertThat(toController).extracting(Frame::kind).containsExactly(Frame.Kind.TAKEN);
    }

    @Test
    void amongManyAgentsSignsOfLifeAreRarer() {
        Conversation agent = agent(toController::add);
        agent.setAgents(10_000);
        tickTo(agent, 5_000);
        assertThat(toController).isEmpty();
        tickTo(agent, 5_100);
        assertThat(toController).extracting(Frame::kind).containsExactly(Frame.Kind.TAKEN);
    }

    /** The time since the last acknowledgement is not a time for which this part has waited for one. */
    @Test
    void aPartAfterALongSilenceIsSentOnceUntilItsAnswerIsLate() throws Exception {
        Conversation agent = agent(toController::add);
        tickTo(agent, 30_000);
        toController.clear();
        assertThat(agent.send(new byte[1])).isTrue();
        tickTo(agent, 31_900);
        assertThat(toController)
                .filteredOn(frame -> frame.kind() == Frame.Kind.LAST)
                .hasSize(1);
        tickTo(agent, 32_300);
        assertThat(toController)
                .filteredOn(frame -> frame.kind() == Frame.Kind.LAST)
                .hasSize(2);
    }

    private void tickTo(Conversation one, long millis) {
        while (now < Duration.ofMillis(millis).toNanos()) {
            now += Duration.ofMillis(100).toNanos();
            one.tick(now);
        }
    }

    @Test
    void theOtherClockIsThatOfTheShortestRoundTrip() throws Exception {
        Conversation controller = controller(toAgent::add);
        assertThatThrownBy(() -> controller.startThere(0, 0)).hasMessageContaining("is not known");
        // The other clock is 1,000 ahead; the answer of the first question takes 400 longer than the question.
        controller.arrived(Frame.clock(7, 0).answer(1_100), 600);
        controller.arrived(Frame.clock(7, 1_000).answer(2_010), 1_020);
        controller.arrived(Frame.clock(7, 2_000).answer(3_300), 2_900);
        assertThat(controller.startThere(5_000, 4_000)).isEqualTo(6_000);
    }

    /** Half of the trip, and the drift since: 500 parts in a million. */
    @Test
    void theErrorOfTheOtherClockIsBoundedAllRunLong() throws Exception {
        Conversation controller = controller(toAgent::add);
        assertThat(controller.peerClock()).isEmpty();
        trip(controller, 0, 1_000, 400);
        controller.startThere(5_000, 400);
        assertThat(controller.peerClock()).contains(new PeerClock(0, 200));

        long second = 1_000_000_000;
        controller.readClock(second, true, false);
        assertThat(controller.peerClock())
                .as("one that was not read for a second")
                .contains(new PeerClock(0, 200 + 500_000));

        // It was made faster by 50 milliseconds; ten minutes later the shortest trip of long ago tells nothing any
        // more.
        for (int each = 0; each < 90; each++) {
            trip(controller, (600 + each) * second, 1_000 + 50_000_000, 2_000_000);
        }
        controller.readClock(689 * second + 2_000_000, true, false);
        assertThat(controller.peerClock()).contains(new PeerClock(50_000_000, 1_000_000 + 1_000));
    }

    private static void trip(Conversation controller, long sentNanos, long aheadNanos, long tripNanos) {
        controller.arrived(
                Frame.clock(7, sentNanos).answer(sentNanos + tripNanos / 2 + aheadNanos), sentNanos + tripNanos);
    }
}
