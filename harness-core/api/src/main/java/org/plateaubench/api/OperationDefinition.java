// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import java.time.Duration;
import java.util.List;

/**
 * An operation: the smallest unit of work that is timed.
 *
 * @param name name in results and limits
 * @param description one sentence for reports and the console
 * @param timeout time after which an operation is aborted and counted as the error {@code timeout}, above 0
 * @param limits default limits; a run file may replace them
 * @param endsUnitOnError whether an error of this operation ends its unit; the operations that are left out count as
 *     the error {@code skipped}
 * @param answers what its driver verifies of the answers
 */
public record OperationDefinition(
        String name,
        String description,
        Duration timeout,
        List<QosLimit> limits,
        boolean endsUnitOnError,
        Answers answers) {

    public OperationDefinition {
        Names.requirePluginName(name, "operation");
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout of " + name + " must be above zero, found " + timeout);
        }
        limits = List.copyOf(limits);
    }

    /** An operation with a timeout of 30 s, without limits, that does not declare what it verifies. */
    public static OperationDefinition of(String name, String description) {
        return new OperationDefinition(name, description, Duration.ofSeconds(30), List.of(), false, Answers.UNDECLARED);
    }

    /** This operation with default limits. */
    public OperationDefinition withLimits(QosLimit... newLimits) {
        return withLimits(List.of(newLimits));
    }

    /** This operation with default limits. */
    public OperationDefinition withLimits(List<QosLimit> newLimits) {
        return new OperationDefinition(name, description, timeout, newLimits, endsUnitOnError, answers);
    }

    /** This operation with the given timeout, above 0. */
    public OperationDefinition withTimeout(Duration newTimeout) {
        return new OperationDefinition(name, description, newTimeout, limits, endsUnitOnError, answers);
    }

    /** This operation, changed so that its error ends its unit. */
    public OperationDefinition endingUnitOnError() {
        return new OperationDefinition(name, description, timeout, limits, true, answers);
    }

    /** This operation, whose driver verifies the given parts of its answers. */
    public OperationDefinition verifying(Answers verified) {
        return new OperationDefinition(name, description, timeout, limits, endsUnitOnError, verified);
    }

    /** This operation, marked as one that does not read, so that it has no answer to verify. */
    public OperationDefinition nothingToVerify() {
        return verifying(Answers.NOTHING_READ);
    }
}
