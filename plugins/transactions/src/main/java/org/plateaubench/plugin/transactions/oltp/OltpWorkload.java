// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.oltp;

import java.time.Duration;
import java.util.Arrays;
import org.plateaubench.api.Answers;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.plugin.transactions.oltp.OltpParameters.Load;
import org.plateaubench.process.database.Connector;
import org.plateaubench.process.database.TableDataSet;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** Simple statements on tables of one layout, with the sizes and distributions of SysBench's OLTP loads. */
public final class OltpWorkload implements Workload<OltpParameters> {
    @Override
    public String name() {
        return OltpTables.NAME;
    }

    @Override
    public String description() {
        return "Simple statements on tables of one layout, in the proportions of SysBench's OLTP loads.";
    }

    @Override
    public Class<OltpParameters> parametersType() {
        return OltpParameters.class;
    }

    @Override
    public boolean needsSut() {
        return true;
    }

    @Override
    public WorkloadDefinition define(OltpParameters parameters) {
        Load load = parameters.load();
        OperationDefinition operation = OperationDefinition.of(load.title, load.description);
        return WorkloadDefinition.builder()
                .operations(
                        load.reads()
                                ? operation.verifying(Answers.read()
                                        .identity("the row of each text, number of the rows of each range")
                                        .notVerified("sums of ranges"))
                                : operation.nothingToVerify())
                .pacing(Pacing.think(new Distribution.Fixed(Duration.ZERO)))
                .metric(new MetricDefinition("transactionsPerSecond", "transactions/s", load.title, 1))
                .measures(Arrays.stream(OltpMeasure.values())
                        .map(OltpMeasure::definition)
                        .toList())
                .executions(Execution.PLATFORM, Execution.VIRTUAL)
                .build();
    }

    @Override
    public WorkloadSession open(WorkloadContext<OltpParameters> context) {
        OltpParameters parameters = context.parameters();
        RowDraw rowDraw = RowDraw.of(parameters);
        Connector connector = new Connector(context.requiredSut());
        LastWrites lastWrites = new LastWrites(context.users(), (long) parameters.tables() * parameters.rows());
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return new OltpDriver(parameters, rowDraw, connector, lastWrites, user);
            }
        };
    }

    @Override
    public DataSet dataSet(WorkloadContext<OltpParameters> context) {
        return new TableDataSet(
                context.requiredSut(),
                new OltpTables(context.parameters(), context.dataSeed()),
                context.dataSeed(),
                context.users());
    }
}
