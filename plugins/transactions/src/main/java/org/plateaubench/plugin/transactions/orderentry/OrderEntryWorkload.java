// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.plateaubench.api.Answers;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.CheckDefinition.Term;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Finding;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.process.database.TableDataSet;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** Orders, payments and deliveries of a company with warehouses, derived from TPC-C. */
public final class OrderEntryWorkload implements Workload<OrderEntryParameters> {
    static final String NOT_TPC_C =
            "This workload is derived from TPC-C; it is not TPC-C, and its results do not compare with TPC-C results.";

    /** Maximum think time, as a multiple of the mean. */
    private static final int MAX_THINK_TIME = 10;

    private static final int DECKS = 4;
    private static final int DECK_SEED = 23;
    private static final int MIN_ORDERS = 10_000;

    @Override
    public String name() {
        return CompanyTables.NAME;
    }

    @Override
    public String description() {
        return "Orders, payments and deliveries of a company with warehouses, derived from TPC-C and not comparable with"
                + " it.";
    }

    @Override
    public Class<OrderEntryParameters> parametersType() {
        return OrderEntryParameters.class;
    }

    @Override
    public boolean needsSut() {
        return true;
    }

    @Override
    public List<Finding> check(OrderEntryParameters parameters) {
        return List.of(Finding.note(NOT_TPC_C));
    }

    @Override
    public WorkloadDefinition define(OrderEntryParameters parameters) {
        List<MeasureDefinition> measures = new ArrayList<>(
                Arrays.stream(Measure.values()).map(Measure::definition).toList());
        measures.add(MeasureDefinition.series(
                        Deliveries.SERIES, "Deliveries from their request to their commit, which is deferred.")
                .withLimits(QosLimit.parse("p90 < 80s")));
        return WorkloadDefinition.builder()
                .operations(Arrays.stream(TransactionType.values())
                        .map(OrderEntryWorkload::operation)
                        .toList())
                .units(Arrays.stream(TransactionType.values())
                        .map(type -> UnitDefinition.of(type.title).withGap(gap(type, parameters.waits())))
                        .toList())
                .mix(parameters.choice() == OrderEntryParameters.Choice.DECK ? deck() : weights())
                .pacing(Pacing.think(new Distribution.Fixed(Duration.ZERO)))
                .metric(new MetricDefinition(
                        "newOrdersPerMinute", "new orders/min", TransactionType.NEW_ORDER.title, 60))
                .measures(measures)
                .executions(Execution.PLATFORM, Execution.VIRTUAL)
                .checks(List.of(CheckDefinition.percent(
                                "rolledBack",
                                "New orders rolled back for an item that is unused: 1 %, within random variation.",
                                List.of(Term.counter(Measure.ROLLBACKS.title())),
                                List.of(Term.counter(Measure.ORDERS.title()), Term.counter(Measure.ROLLBACKS.title())))
                        .atLeast(0.6)
                        .atMost(1.4)
                        .neededFrom(MIN_ORDERS)))
                .build();
    }

    private static OperationDefinition operation(TransactionType type) {
        OperationDefinition operation =
                OperationDefinition.of(type.title, type.description).withLimits(QosLimit.parse(type.limit));
        return switch (type) {
            case NEW_ORDER ->
                operation.verifying(Answers.read()
                        .identity("customer, prices of the items, text of the rows of the stock")
                        .version("the number of the order follows the latest one that the agent knows")
                        .notVerified("taxes, discount, quantity in stock"));
            case PAYMENT ->
                operation.verifying(Answers.read()
                        .identity("last name of the customer, names of district and warehouse")
                        .notVerified("balance and address"));
            case ORDER_STATUS ->
                operation.verifying(Answers.read()
                        .identity("last name of the customer, number of the lines of the order")
                        .notVerified("that the order is the latest one"));
            case DELIVERY -> operation.nothingToVerify();
            case STOCK_LEVEL ->
                operation.verifying(Answers.read()
                        .version("the number of the next order follows the latest one that the agent knows")
                        .notVerified("the number of items"));
        };
    }

    private static Distribution gap(TransactionType type, double factor) {
        if (factor == 0) {
            return new Distribution.Fixed(Duration.ZERO);
        }
        Duration mean = scaled(type.think, factor);
        return new Distribution.Exponential(
                mean, Duration.ZERO, mean.multipliedBy(MAX_THINK_TIME), scaled(type.keying, factor));
    }

    private static Duration scaled(Duration time, double factor) {
        return Duration.ofNanos(Math.max(1, Math.round(time.toNanos() * factor)));
    }

    private static Mix weights() {
        Map<String, Double> weights = new HashMap<>();
        for (TransactionType type : TransactionType.values()) {
            weights.put(type.title, type.weight);
        }
        return new Mix.Flat(weights);
    }

    private static Mix deck() {
        List<String> sequence = new ArrayList<>();
        for (int number = 0; number < DECKS; number++) {
            List<String> deck = new ArrayList<>();
            for (TransactionType type : TransactionType.values()) {
                deck.addAll(Collections.nCopies(type.cards, type.title));
            }
            Collections.shuffle(deck, new Random(DECK_SEED + number));
            sequence.addAll(deck);
        }
        return new Mix.Sequence(sequence);
    }

    @Override
    public WorkloadSession open(WorkloadContext<OrderEntryParameters> context) {
        OrderEntryDriver.Session session = new OrderEntryDriver.Session(context);
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return new OrderEntryDriver(session, user);
            }

            @Override
            public void close() throws InterruptedException {
                session.deliveries.close();
            }
        };
    }

    @Override
    public DataSet dataSet(WorkloadContext<OrderEntryParameters> context) {
        OrderEntryParameters parameters = context.parameters();
        return new TableDataSet(
                context.requiredSut(),
                new CompanyTables(new Company(parameters.scale(), context.dataSeed())),
                context.dataSeed(),
                context.users() + parameters.deliveryWorkers());
    }
}
