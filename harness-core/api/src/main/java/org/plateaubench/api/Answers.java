// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import java.util.ArrayList;
import java.util.List;

/**
 * What the driver of an operation verifies of its answers (measurement rule M26). An answer without the identity and
 * version that were asked for is an error of the operation. If a check is outside its bounds, the run fails.
 *
 * @param reads whether the operation reads anything; if not, the other components are empty
 * @param identity the part of the answer that identifies the row, key or page; empty if it is not verified
 * @param version the part that shows that the answer is not outdated; empty if it is not verified
 * @param checks names of bounded checks of the workload for content that is not determined, such as a hit ratio
 * @param notVerified what is not verified; empty if everything is verified
 */
public record Answers(boolean reads, String identity, String version, List<String> checks, String notVerified) {
    /** For an operation that reads nothing. */
    public static final Answers NOTHING_READ = new Answers(false, "", "", List.of(), "");
    /** For an operation whose plugin does not declare what it verifies. */
    public static final Answers UNDECLARED = read().notVerified("everything; the plugin declares no verification");

    public Answers {
        checks = List.copyOf(checks);
    }

    /** For an operation that reads; what it verifies is added by the methods below. */
    public static Answers read() {
        return new Answers(true, "", "", List.of(), "");
    }

    /** Whether a part of the answer is verified, or the operation reads nothing. */
    public boolean areVerified() {
        return !(reads && identity.isEmpty() && version.isEmpty() && checks.isEmpty());
    }

    /** A copy that also declares that the given part of the answer verifies the identity. */
    public Answers identity(String part) {
        return new Answers(reads, part, version, checks, notVerified);
    }

    /** A copy that also declares that the given part of the answer verifies the version. */
    public Answers version(String part) {
        return new Answers(reads, identity, part, checks, notVerified);
    }

    /** A copy that also declares that the named check of the workload verifies a distribution. */
    public Answers check(String name) {
        List<String> extended = new ArrayList<>(checks);
        extended.add(name);
        return new Answers(reads, identity, version, extended, notVerified);
    }

    /** A copy that also declares that the given part of the answer is not verified. */
    public Answers notVerified(String part) {
        return new Answers(reads, identity, version, checks, part);
    }
}
