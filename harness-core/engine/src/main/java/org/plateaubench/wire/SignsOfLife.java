// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import java.time.Duration;

/**
 * How often an agent and its controller show each other that they live, where nothing else is sent: once in a second up to 1,000
 * agents, and above in as many seconds as there are thousands, at most in five. All signs of a run are then some 2,000 in a
 * second at most, however many agents there are. Stateless; any thread.
 */
public final class SignsOfLife {
    private static final Duration OF_FEW = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofSeconds(5);
    /** Signs of all agents together in a second, up to the number of agents from which on the interval no longer grows. */
    private static final int IN_A_SECOND = 1_000;

    private static final Duration QUESTION_OF_FEW = Duration.ofMillis(200);
    /** Questions of all agents for one clock in a second. */
    private static final int QUESTIONS_IN_A_SECOND = 2_000;
    /** An agent of a small rig that has sent nothing for this long is lost. */
    private static final Duration SILENCE = Duration.ofSeconds(15);

    private SignsOfLife() {}

    /**
     * The time between two signs.
     *
     * @param agents number of agents of the run; 0 where it is not known, as for few
     * @return 1 s to 5 s
     */
    public static Duration every(int agents) {
        return between(OF_FEW, agents, IN_A_SECOND);
    }

    /**
     * The time between two questions of an agent for the clock of the broker's host, which one process answers for all.
     *
     * @param agents number of agents of the run; 0 where it is not known, as for few
     * @return 0.2 s up to 400 agents, to 5 s
     */
    public static Duration questionEvery(int agents) {
        return between(QUESTION_OF_FEW, agents, QUESTIONS_IN_A_SECOND);
    }

    /**
     * The time between two signs or questions of one agent, so that those of all agents together are at most as many in
     * a second as given; no shorter than for few agents, and no longer than five seconds.
     */
    private static Duration between(Duration ofFew, int agents, int inASecond) {
        Duration inTurn = Duration.ofSeconds(agents).dividedBy(inASecond);
        return longer(ofFew, LONGEST.compareTo(inTurn) < 0 ? LONGEST : inTurn);
    }

    /**
     * The silence after which an agent is lost: 15 s, and as much more as its signs come later than once in a second. An agent that
     * begins to stand still just before a sign was silent for the time between two signs already, so that one that stood still for less
     * than 14 s is lost in no rig.
     */
    public static Duration silence(int agents) {
        return SILENCE.plus(every(agents)).minus(OF_FEW);
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }
}
