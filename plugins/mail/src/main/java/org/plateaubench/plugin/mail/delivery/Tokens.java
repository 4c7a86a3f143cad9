// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.delivery;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/**
 * Tokens of the messages that one agent sends in one run, which are unique among all messages, including those of other
 * runs in the same mailboxes: {@code run.agent.sequence.nanos}, in letters, digits and dots. Any thread.
 */
public final class Tokens {
    private static final int RADIX = 36;
    private static final Pattern RUN = Pattern.compile("[a-z0-9]{1,32}");

    private final String prefix;
    private final AtomicLong sequence = new AtomicLong();

    private Tokens(String prefix) {
        this.prefix = prefix;
    }

    /**
     * Creates the tokens of an agent.
     *
     * @param run identifies this run: letters and digits, at most 32
     * @param agent number of this agent within the run, at least 0
     */
    public static Tokens of(String run, int agent) {
        String lower = run.toLowerCase(Locale.ROOT);
        if (!RUN.matcher(lower).matches() || agent < 0) {
            throw new IllegalArgumentException("tokens of run " + run + ", agent " + agent);
        }
        return new Tokens(runPrefix(lower) + Integer.toString(agent, RADIX) + ".");
    }

    /** Returns the prefix of the tokens of all agents of a run, and of no other run. */
    public static String runPrefix(String run) {
        return run.toLowerCase(Locale.ROOT) + ".";
    }

    /**
     * Returns a new token.
     *
     * @param sendNanos when the message is sent, on this agent's clock; for a person who reads a mailbox
     */
    public String next(long sendNanos) {
        return prefix
                + Long.toString(sequence.getAndIncrement(), RADIX)
                + "."
                + Long.toUnsignedString(sendNanos, RADIX);
    }

    /** Returns the number of tokens so far. */
    public long count() {
        return sequence.get();
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
