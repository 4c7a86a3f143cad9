// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.scenario.Flow.GuardedAction;
import org.plateaubench.scenario.Flow.Position;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Values;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadContext;

/**
 * One user of a scenario. The start of the scenario belongs to connecting: it happens once and is not timed, and a user
 * whose start fails is missing from the load, like one that cannot connect.
 *
 * @param <C> client of the user
 */
public final class ScenarioDriver<C extends Client> implements Driver {
    private static final int NO_POSITION = -1;

    private final Scenario<C> scenario;
    private final C client;
    private final Values values;
    private final long startKey;
    private final int user;
    private boolean started;
    private int enteredPosition = NO_POSITION;
    private @Nullable Outcome failure;

    /** Creates the driver of one user, which does not connect yet. */
    public ScenarioDriver(Scenario<C> scenario, C client, UserContext user, WorkloadContext<?> context) {
        this.scenario = scenario;
        this.client = client;
        this.user = user.user();
        this.values = scenario.values(this.user, Math.max(1, context.users()));
        this.startKey = KeyedRandom.key(context.dataSeed(), this.user);
    }

    @Override
    public void connect() throws Exception {
        client.connect();
        if (started) {
            return;
        }
        values.begin(startKey, user, 0);
        for (Position<C> position : scenario.start().positions()) {
            try {
                enter(position);
                if (Flow.allHold(position.guards(), values)) {
                    requireStarted(position, outcome(position));
                }
            } catch (StepFailure e) {
                requireStarted(position, e.outcome());
            }
        }
        values.saveAsInitial();
        started = true;
    }

    private Outcome outcome(Position<C> position) throws Exception {
        position.action().prepare(values, client);
        return position.action().run(values, client);
    }

    private static void requireStarted(Position<?> position, Outcome outcome) throws IOException {
        if (outcome.kind() != OutcomeKind.OK) {
            throw new IOException("the start of the scenario failed at " + position.operation() + ": "
                    + outcome.reason() + (outcome.message().isEmpty() ? "" : ", " + outcome.message()));
        }
    }

    @Override
    public boolean applies(OperationCall call) {
        Position<C> position = moveTo(call);
        return Flow.allHold(position.guards(), values);
    }

    @Override
    public void prepareOperation(OperationCall call) {
        Position<C> position = moveTo(call);
        if (failure == null) {
            try {
                position.action().prepare(values, client);
            } catch (StepFailure e) {
                failure = e.outcome();
            }
        }
    }

    @Override
    public Outcome execute(OperationCall call) throws Exception {
        Outcome failed = failure;
        if (failed != null) {
            failure = null;
            return failed;
        }
        try {
            return position(call).action().run(values, client);
        } catch (StepFailure e) {
            return e.outcome();
        }
    }

    @Override
    public boolean isDone() {
        return values.isDone() || client.isDone();
    }

    private Position<C> position(OperationCall call) {
        return scenario.position(call.operation(), call.position());
    }

    /** Runs the commands between the previous request and this one once; a failure counts for the next request. */
    private Position<C> moveTo(OperationCall call) {
        Position<C> position = position(call);
        if (call.position() == 0) {
            values.begin(call.unitDraws().key(), call.sequence(), call.unitNumber());
            enteredPosition = NO_POSITION;
            failure = null;
        }
        if (enteredPosition != call.position()) {
            enteredPosition = call.position();
            try {
                enter(position);
            } catch (StepFailure e) {
                failure = e.outcome();
            }
        }
        return position;
    }

    private void enter(Position<C> position) throws StepFailure {
        List<GuardedAction> actions = position.actionsBefore();
        for (int i = 0; i < actions.size(); i++) {
            GuardedAction action = actions.get(i);
            values.setPass(action.pass());
            if (Flow.allHold(action.guards(), values)) {
                action.action().run(values);
            }
        }
        values.setPass(position.pass());
    }

    @Override
    public void abort() {
        client.abort();
    }

    @Override
    public void close() throws Exception {
        client.close();
    }
}
