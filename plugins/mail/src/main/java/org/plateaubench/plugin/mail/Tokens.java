// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tokens of the messages that one agent sends in one run, which are unique among all messages, including those of other
 * runs in the same mailboxes: {@code run.agent.sequence.nanos}, in letters, digits and dots. Thread-safe.
 */
final class Tokens {
    private static final int RADIX = 36;

    /**
     * Agents that begin within this many milliseconds are of the same run: agents have no common id of their run, and a
     * run begins later than this after the beginning of the previous one.
     */
    private static final long SAME_RUN_MILLIS = 20_000;

    private final long beganMillis;
    private final String prefix;
    private final AtomicLong sequence = new AtomicLong();

    /** Creates the tokens of an agent, which has a number that no other agent of the run has. */
    Tokens(long beganMillis, int agent) {
        this.beganMillis = beganMillis;
        this.prefix = run() + "." + Integer.toString(agent, RADIX) + ".";
    }

    /** Returns a text that distinguishes objects of this run from those of other runs. */
    String run() {
        return Long.toString(beganMillis, RADIX);
    }

    /** Returns a new token, with the time on this agent's clock for a person who reads a mailbox. */
    String next(long sendNanos) {
        return prefix
                + Long.toString(sequence.getAndIncrement(), RADIX)
                + "."
                + Long.toUnsignedString(sendNanos, RADIX);
    }

    /** Returns whether a token belongs to this run, from any agent. */
    boolean isOfThisRun(String token) {
        int end = token.indexOf('.');
        try {
            return end > 0 && Long.parseLong(token, 0, end, RADIX) > beganMillis - SAME_RUN_MILLIS;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** Returns the index of a token in the order of this agent's, from 0; empty for a token of another agent or run. */
    OptionalLong sequence(String token) {
        int end = token.indexOf('.', prefix.length());
        if (end < 0 || !token.startsWith(prefix)) {
            return OptionalLong.empty();
        }
        try {
            long number = Long.parseLong(token, prefix.length(), end, RADIX);
            return number >= 0 && number < sequence.get() ? OptionalLong.of(number) : OptionalLong.empty();
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }
}
