// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import java.util.List;
import org.plateaubench.api.Mix;
import org.plateaubench.api.UnitDefinition;

/** The states of a user, of which several may have one operation, and the choice of the next one by unit names. */
record OperationMix(List<State> states, Mix mix) {

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
