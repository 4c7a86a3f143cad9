// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.plateaubench.api.Answers;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.CheckDefinition.Term;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Finding;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.SutAddress;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.http.browser.HttpMeasures;
import org.plateaubench.plugin.dvdstore.DvdStoreParameters.Access;
import org.plateaubench.plugin.dvdstore.DvdStoreParameters.Dialect;
import org.plateaubench.plugin.dvdstore.shop.Measure;
import org.plateaubench.plugin.dvdstore.shop.Operation;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.plugin.dvdstore.shop.Shopper;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;
import org.plateaubench.plugin.dvdstore.sql.StoreDataSet;
import org.plateaubench.plugin.dvdstore.sql.StoreOptions;
import org.plateaubench.plugin.dvdstore.web.StoreService;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** Orders in an online DVD shop: a shopper logs in or registers, searches a few times, and buys. */
final class DvdStoreWorkload implements Workload<DvdStoreParameters> {
    static final String NAME = "dvdstore";

    private static final String WITHOUT_HISTORY = "loginsWithoutHistory";
    private static final int MIN_LOGINS = 1_000;
    /** Distance from the mean, in standard deviations, that chance exceeds in fewer than 1 of 10,000 runs. */
    private static final double SIGMAS = 4;

    private static final Duration THINK = Duration.ofMillis(200);
    /** Limit of an unnoticeable delay; the original has no limits. */
    private static final String LIMIT = "p95 < 500ms";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Orders in an online DVD shop: log in or register, search, buy.";
    }

    @Override
    public Class<DvdStoreParameters> parametersType() {
        return DvdStoreParameters.class;
    }

    @Override
    public boolean needsSut() {
        return true;
    }

    @Override
    public List<Finding> check(DvdStoreParameters parameters) {
        List<Finding> findings = new ArrayList<>();
        if (2 * parameters.lineItems() - 1 > Shopper.MAX_CART_LINES) {
            findings.add(Finding.note("A cart holds at most " + Shopper.MAX_CART_LINES + " lines, so orders have fewer"
                    + " than 'lineItems: " + parameters.lineItems() + "' on average."));
        }
        if (parameters.restock() == Restock.NONE) {
            findings.add(Finding.note(
                    "With 'restock: none' the store sells out: rollbacks become more frequent from minute to"
                            + " minute and from run to run."));
        }
        if (parameters.access() == Access.JDBC && parameters.dialect() != Dialect.PLATEAU) {
            findings.add(Finding.problem("There are no pages without 'access: web'.", "Leave out 'dialect'.")
                    .about("dialect"));
        }
        if (parameters.procedures() && (parameters.access() == Access.WEB || parameters.imitatesOriginal())) {
            findings.add(Finding.problem(
                            "Only 'access: jdbc' with 'fidelity: strict' calls stored procedures.",
                            "Leave out 'procedures'.")
                    .about("procedures"));
        }
        if (parameters.access() == Access.WEB
                && parameters.dialect() == Dialect.PLATEAU
                && parameters.imitatesOriginal()) {
            findings.add(Finding.problem(
                            "Plateau's own application does not purchase as the original does.",
                            "Set 'dialect' to the pages of an original deployment, or 'fidelity: strict'.")
                    .about("fidelity"));
        }
        if (parameters.store().products() > StoreSize.MAX_PRODUCTS) {
            findings.add(Finding.problem(
                            "A store of size " + parameters.store() + " has "
                                    + parameters.store().products() + " products, and there are titles for a million.",
                            "Choose a larger 'size' with a smaller 'factor'.")
                    .about("factor"));
        }
        return findings;
    }

    @Override
    public WorkloadDefinition define(DvdStoreParameters parameters) {
        Map<UnitDefinition, Double> orders = Orders.of(parameters);
        Map<String, Double> weights = new TreeMap<>();
        orders.forEach((unit, weight) -> weights.put(unit.name(), weight));
        return WorkloadDefinition.builder()
                .operations(parameters.operations().stream()
                        .map(operation -> operation(operation, parameters))
                        .toList())
                .units(List.copyOf(orders.keySet()))
                .mix(new Mix.Flat(weights))
                .pacing(Pacing.think(
                        parameters.imitatesOriginal()
                                ? new Distribution.Fixed(Duration.ZERO)
                                : Distribution.Exponential.ofMean(THINK)))
                .metric(new MetricDefinition("committedOrdersPerMinute", "orders/min", Operation.PURCHASE.title(), 60))
                .measures(measures(parameters))
                .executions(Execution.PLATFORM, Execution.VIRTUAL)
                .checks(List.of(withoutHistory(parameters)))
                .build();
    }

    private static List<MeasureDefinition> measures(DvdStoreParameters parameters) {
        Stream<MeasureDefinition> measures =
                Measure.of(parameters.store()).stream().map(Measure::definition);
        return (parameters.access() == Access.WEB
                        ? Stream.concat(measures, HttpMeasures.definitions().stream())
                        : measures)
                .toList();
    }

    /**
     * The share is greatest on fresh data; the bound adds four standard deviations for the minimum number of logins.
     */
    private static CheckDefinition withoutHistory(DvdStoreParameters parameters) {
        double share = new ExpectedValues(parameters.store(), parameters.searches(), parameters.lineItems())
                .customersWithoutHistory();
        double maxShare = share + SIGMAS * Math.sqrt(share * (1 - share) / MIN_LOGINS);
        return CheckDefinition.percent(
                        WITHOUT_HISTORY,
                        "Logins of customers who had bought nothing yet.",
                        List.of(Term.counter(Measure.LOGINS_WITHOUT_HISTORY.title())),
                        List.of(Term.counter(Measure.LOGINS.title())))
                .atMost(100 * maxShare)
                .neededFrom(MIN_LOGINS);
    }

    private static OperationDefinition operation(Operation operation, DvdStoreParameters parameters) {
        String rows = parameters.hasGeneratedRows()
                ? "number of rows, and each row as loaded and as searched for"
                : "that the rows fit the request";
        OperationDefinition definition = OperationDefinition.of(operation.title(), operation.description())
                .withLimits(QosLimit.parse(LIMIT));
        return switch (operation) {
            case LOGIN ->
                definition
                        .endingUnitOnError()
                        .verifying(Answers.read()
                                .identity("the customer's number; that the titles are of the store")
                                .check(WITHOUT_HISTORY)
                                .notVerified("which titles the customer bought"));
            case NEW_CUSTOMER -> definition.endingUnitOnError().nothingToVerify();
            case BROWSE_CATEGORY, BROWSE_ACTOR, BROWSE_TITLE ->
                definition.verifying(
                        Answers.read().identity(rows).notVerified("that no row with a lower number is left out"));
            case PURCHASE ->
                parameters.isPriced() || !parameters.hasGeneratedRows()
                        ? definition.nothingToVerify()
                        : definition.verifying(
                                Answers.read().identity("the prices").notVerified("the stock"));
            case PRICE_QUERY -> definition.verifying(Answers.read().identity("the prices"));
            case REVIEWS_BY_ACTOR, REVIEWS_BY_TITLE, REVIEWS_BY_HELPFULNESS, REVIEWS_BY_STARS, REVIEWS_BY_DATE ->
                definition.verifying(Answers.read()
                        .identity(rows)
                        .notVerified("votes that runs have added; that no review further up is left out"));
            case NEW_MEMBER, NEW_REVIEW, NEW_VOTE -> definition.nothingToVerify();
        };
    }

    @Override
    public WorkloadSession open(WorkloadContext<DvdStoreParameters> context) {
        DvdStoreSession session = new DvdStoreSession(context);
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return new DvdStoreDriver(session, session.tally(user), session.connection(user));
            }

            @Override
            public void close() {
                session.close();
            }
        };
    }

    @Override
    public DataSet dataSet(WorkloadContext<DvdStoreParameters> context) {
        SutAddress sut = context.requiredSut();
        if (context.parameters().access() == Access.WEB && !sut.service().equals(StoreService.NAME)) {
            return new NoApplication(sut);
        }
        DvdStoreParameters parameters = context.parameters();
        boolean countsStock = !parameters.imitatesOriginal() && parameters.dialect() == Dialect.PLATEAU;
        StoreOptions options =
                StoreOptions.of(parameters.stores(), parameters.adoptsOriginal(), countsStock, parameters.procedures());
        return new StoreDataSet(StoreService.database(sut), parameters.store(), context.dataSeed(), options)
                .adopting(parameters.adopt())
                .forUsers(context.users());
    }

    /** The data of a run by pages on a SUT without pages, which is refused. */
    private record NoApplication(SutAddress sut) implements DataSet {
        @Override
        public List<Finding> preflight(DataPolicy policy) {
            return List.of(Finding.problem(
                            "SUT " + sut.name() + " (" + sut.service() + ") has no pages for 'access: web'.",
                            "Name a SUT of service " + StoreService.NAME + ", or set 'access: jdbc'.")
                    .about("access"));
        }

        @Override
        public void prepare(DataPolicy policy, Progress progress) throws SutException {
            throw new SutException(preflight(policy).getFirst().toString());
        }
    }
}
