// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import java.util.List;
import org.plateaubench.api.Mix;
import org.plateaubench.api.UnitDefinition;

/**
 * The operations of a mix.
 *
 * @param states the states of a user, in order; several may have the same operation
 * @param mix choice of the next state, by the names of the units
 */
record OperationMix(List<State> states, Mix mix) {

    /**
     * A state.
     *
     * @param operation operation that it issues
     * @param unit name of its unit
     */
    record State(DriverOperation operation, String unit) {
        /** Creates the only state of an operation. */
        static State of(DriverOperation operation) {
            return new State(operation, operation.name());
        }

        UnitDefinition definition() {
            return new UnitDefinition(unit, List.of(UnitDefinition.Step.once(operation.name())))
                    .withGap(operation.cycle().gap());
        }
    }

    OperationMix {
        states = List.copyOf(states);
    }

    /** The operations, each once, in order. */
    List<DriverOperation> operations() {
        return states.stream().map(State::operation).distinct().toList();
    }
}
