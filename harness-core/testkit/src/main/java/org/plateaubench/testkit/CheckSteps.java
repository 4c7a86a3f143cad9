// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.util.Optional;
import java.util.concurrent.Callable;

/** Makes the steps of a check. A plugin may hang or throw in each of them. */
@FunctionalInterface
public interface CheckSteps {
    /** Makes steps in tests: an exception is a failure of the test. */
    CheckSteps OF_TEST = new CheckSteps() {
        @Override
        public <T> Optional<T> take(CheckRule rule, String subject, Callable<T> step) {
            try {
                return Optional.of(step.call());
            } catch (Exception e) {
                throw new AssertionError(subject + ": " + e, e);
            }
        }
    };

    /** A step without a result. */
    @FunctionalInterface
    interface Step {
        /** Makes the step. */
        void make() throws Exception;
    }

    /**
     * Makes a step that may start servers or load data.
     *
     * @param rule the rule that the plugin breaks if the step throws
     * @return the result of the step; empty if it threw
     */
    <T> Optional<T> take(CheckRule rule, String subject, Callable<T> step) throws InterruptedException;

    /** Like {@link #take}, without a result. */
    default void run(CheckRule rule, String subject, Step step) throws InterruptedException {
        take(rule, subject, () -> {
            step.make();
            return true;
        });
    }
}
