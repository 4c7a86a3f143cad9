// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.bundle;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.result.Verdict;

/**
 * The result of the check of a bundle. Immutable.
 *
 * @param runId the run; null for a study, and when the bundle does not name it
 * @param study the study; null for a run
 * @param files number of files of the run, or of the study and its runs
 * @param signature result of the check of its signature
 * @param verdict the verdict, from judging the run again; null when it cannot be judged
 * @param score its score in words, from judging the run again; null when it names no reference or cannot be judged
 * @param figures comparison of the figures of judging again with those of the bundle
 * @param problems the problems, sentences; empty when the bundle is in order
 */
public record BundleCheck(
        @Nullable String runId,
        @Nullable OfStudy study,
        int files,
        Signed signature,
        @Nullable Verdict verdict,
        @Nullable String score,
        Figures figures,
        List<String> problems) {
    /**
     * The result of the check of a study.
     *
     * @param id its id
     * @param runs number of its runs
     * @param outcome its outcome, from judging its runs again; null when they cannot be judged
     * @param scores the score of each of its cells that has one, in words, from judging its runs again
     */
    public record OfStudy(String id, int runs, @Nullable String outcome, List<String> scores) {
        public OfStudy {
            scores = List.copyOf(scores);
        }
    }

    /** The result of the check of a signature. */
    public enum Signed {
        /** The signature is that of the owner of the given key. */
        BY_THE_KEY,
        /** The signature is not that of the owner of the given key. */
        NOT_BY_THE_KEY,
        /** There is a signature, but no key was given. */
        UNCHECKED,
        NONE
    }

    /** The comparison of the figures of judging again with the result in the bundle. */
    public enum Figures {
        SAME,
        /** Another version of the judge computed them; the verdict is the same. */
        OF_ANOTHER_JUDGE,
        DIFFERENT,
        /** The run cannot be judged. */
        UNKNOWN
    }

    public BundleCheck {
        problems = List.copyOf(problems);
    }

    /** The check of something that is not a bundle. */
    static BundleCheck unread(List<String> problems) {
        return new BundleCheck(null, null, 0, Signed.NONE, null, null, Figures.UNKNOWN, problems);
    }

    /** Whether the only problem is that another version computed the figures. */
    public boolean isUndecided() {
        return figures == Figures.OF_ANOTHER_JUDGE && problems.size() == 1;
    }

    /** Whether the bundle is in order. */
    public boolean isInOrder() {
        return problems.isEmpty();
    }
}
