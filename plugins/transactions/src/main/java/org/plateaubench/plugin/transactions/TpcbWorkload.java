// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions;

import java.time.Duration;
import org.plateaubench.api.Answers;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.process.database.Connector;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/**
 * Transfers money between an account, a teller and a branch, and records it in a history. Tables and transaction are
 * those of the builtin {@code tpcb-like} of pgbench (PostgreSQL's documentation), whose initialisation creates the
 * data: both can run on the same tables.
 */
public final class TpcbWorkload implements Workload<TpcbParameters> {
    private static final String TRANSACTION = "transaction";

    @Override
    public String name() {
        return "tpcb";
    }

    @Override
    public String description() {
        return "The TPC-B-like transaction on the tables of pgbench.";
    }

    @Override
    public Class<TpcbParameters> parametersType() {
        return TpcbParameters.class;
    }

    @Override
    public boolean needsSut() {
        return true;
    }

    @Override
    public WorkloadDefinition define(TpcbParameters parameters) {
        return WorkloadDefinition.builder()
                .operations(
                        OperationDefinition.of(TRANSACTION, "three updates, a query and an insert in one transaction")
                                .verifying(Answers.read()
                                        .version("the balance follows from the one that the agent read before")
                                        .notVerified("the first balance of an account; balances when several agents"
                                                + " write; of many accounts, those outside a sample")))
                .pacing(Pacing.think(new Distribution.Fixed(Duration.ZERO)))
                .metric(new MetricDefinition("transactionsPerSecond", "transactions/s", TRANSACTION, 1))
                .measures(
                        MeasureDefinition.counter(TpcbDriver.COMMITTED, "transactions", "Transactions committed."),
                        MeasureDefinition.counter(
                                TpcbDriver.ROLLED_BACK,
                                "transactions",
                                "Transactions that failed and were rolled back."),
                        MeasureDefinition.counter(
                                TpcbDriver.BEGUN, "transactions", "Transactions begun, whatever their outcome."))
                .executions(Execution.PLATFORM, Execution.VIRTUAL)
                .build();
    }

    @Override
    public WorkloadSession open(WorkloadContext<TpcbParameters> context) {
        Connector connector = BankDataSet.connector(context.requiredSut());
        TpcbDriver.KnownBalances balances =
                new TpcbDriver.KnownBalances(context.parameters().accounts(), context.users());
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return new TpcbDriver(connector, context.parameters(), balances, user);
            }
        };
    }

    @Override
    public DataSet dataSet(WorkloadContext<TpcbParameters> context) {
        return new BankDataSet(context.requiredSut(), context.parameters());
    }
}
