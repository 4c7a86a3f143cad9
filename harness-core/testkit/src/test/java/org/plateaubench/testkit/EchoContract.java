// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Execution;
import org.plateaubench.api.SutAddress;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** The contract of a workload whose users send a byte to an {@link EchoServer} and must wait for the reply. */
abstract class EchoContract extends WorkloadContract<EchoContract.Nothing> {
    /** No parameters. */
    record Nothing() {}

    abstract EchoServer server();

    @Override
    protected final Nothing parameters() {
        return new Nothing();
    }

    @Override
    protected final @Nullable SutAddress sut() {
        return null;
    }

    @Override
    protected final long openResources() {
        return server().connections();
    }

    @Override
    protected final AutoCloseable stallSut() {
        return server().stall();
    }

    @Override
    protected final List<WrongAnswers> wrongAnswers() {
        return List.of(new WrongAnswers("ping", Fault.WRONG_IDENTITY, server()::alterReplies));
    }

    /** A workload of one operation, with users of a session. */
    record OneOperation(String name, String operation, List<Execution> executions, WorkloadSession session)
            implements Workload<Nothing> {
        @Override
        public String description() {
            return "Has one operation.";
        }

        @Override
        public Class<Nothing> parametersType() {
            return Nothing.class;
        }

        @Override
        public WorkloadDefinition define(Nothing parameters) {
            return Scenario.single(operation, executions);
        }

        @Override
        public WorkloadSession open(WorkloadContext<Nothing> context) {
            return session;
        }
    }
}
