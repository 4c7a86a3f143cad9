// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario;

import java.time.Duration;
import java.util.List;
import org.plateaubench.api.Answers;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.QosLimit;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Values;

/**
 * A compiled step that sends something: one operation. Immutable, because all users share it; the state of a user is in
 * its values and its client.
 *
 * @param <C> client of one user
 */
public interface Action<C extends Client> {
    /** One line for reports, such as {@code GET /products}, from which the default name is derived. */
    String description();

    /** Maximum number of rows with separate draws, which the action selects by {@link Values#selectRow}; 0 for none. */
    default int rows() {
        return 0;
    }

    /** The verified properties of the answer; by default nothing is read. */
    default Answers verified() {
        return Answers.NOTHING_READ;
    }

    /** Time after which the operation is aborted, unless the run file sets another one. */
    default Duration timeout() {
        return Duration.ofSeconds(30);
    }

    /** Limits of the operation, unless the run file sets other ones. */
    default List<QosLimit> limits() {
        return List.of();
    }

    /**
     * The answers to a step.
     *
     * @param isChecked whether the step has conditions for its answer
     * @param example a condition that it could have, such as <code>{ status: 200 }</code>
     */
    static Answers verified(boolean isChecked, String example) {
        return isChecked
                ? Answers.read().identity("what the checks of the step demand")
                : Answers.read().notVerified("the answer; the step has no check, such as " + example);
    }

    /**
     * Builds the request before the operation is due, so that this is not part of its time.
     *
     * @throws StepFailure if a value is missing; the operation then has that outcome, without being sent
     */
    default void prepare(Values values, C client) throws StepFailure {}

    /** Sends the request, waits for the answer, checks it, and sets the variables that are extracted from it. */
    Outcome run(Values values, C client) throws Exception;
}
