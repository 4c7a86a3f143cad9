// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.UnitDefinition.Step;
import org.plateaubench.plugin.dvdstore.shop.Operation;

/** The kinds of orders, which differ in the operations that not every order has. */
final class Orders {
    private static final String UNIT = "order";
    private static final String NEWCOMER = "firstOrder";

    /** Parts of the names of orders with these operations. */
    private static final Map<Operation, String> RARE = new TreeMap<>(
            Map.of(Operation.NEW_MEMBER, "Member", Operation.NEW_REVIEW, "Review", Operation.NEW_VOTE, "Vote"));

    private final DvdStoreParameters parameters;
    private final Map<UnitDefinition, Double> weights = new LinkedHashMap<>();

    private Orders(DvdStoreParameters parameters) {
        this.parameters = parameters;
    }

    static Map<UnitDefinition, Double> of(DvdStoreParameters parameters) {
        Orders orders = new Orders(parameters);
        if (parameters.asOriginal()) {
            orders.addAsOriginal();
        } else {
            orders.addAll();
        }
        return orders.weights;
    }

    private double share(Operation operation) {
        double percent = switch (operation) {
            case NEW_CUSTOMER -> parameters.newCustomerPercent();
            case NEW_MEMBER -> parameters.newMemberPercent();
            case NEW_REVIEW -> parameters.newReviewPercent();
            case NEW_VOTE -> parameters.newVotePercent();
            default -> throw new IllegalArgumentException("every order has " + operation);
        };
        return percent / 100;
    }

    /** Each rare operation is drawn independently. */
    private void addAll() {
        List<Operation> rare = parameters.store().reviewed() ? List.copyOf(RARE.keySet()) : List.of();
        for (int chosen = 0; chosen < 1 << rare.size(); chosen++) {
            Set<Operation> with = EnumSet.noneOf(Operation.class);
            double weight = 1;
            for (int i = 0; i < rare.size(); i++) {
                boolean has = (chosen >> i & 1) == 1;
                weight *= has ? share(rare.get(i)) : 1 - share(rare.get(i));
                if (has) {
                    with.add(rare.get(i));
                }
            }
            add(UNIT, arrival(), with, weight);
        }
    }

    /**
     * One uniform draw decides everything, as in the original: with the default shares only new customers become members,
     * review or vote.
     */
    private void addAsOriginal() {
        List<Operation> rare = parameters.store().reviewed() ? List.copyOf(RARE.keySet()) : List.of();
        Set<Double> ends = new TreeSet<>(Set.of(1.0));
        ends.add(share(Operation.NEW_CUSTOMER));
        rare.forEach(operation -> ends.add(share(operation)));
        double begin = 0;
        for (double end : ends) {
            Set<Operation> with = EnumSet.noneOf(Operation.class);
            rare.stream().filter(operation -> end <= share(operation)).forEach(with::add);
            boolean isNew = end <= share(Operation.NEW_CUSTOMER);
            Operation arrival = isNew ? Operation.NEW_CUSTOMER : Operation.LOGIN;
            add(isNew ? NEWCOMER : UNIT, Step.once(arrival.title()), with, end - begin);
            begin = end;
        }
    }

    private void add(String name, Step arrival, Set<Operation> with, double weight) {
        if (weight > 0) {
            String full = name + with.stream().map(RARE::get).collect(Collectors.joining());
            weights.put(new UnitDefinition(full, steps(arrival, with)), weight);
        }
    }

    private List<Step> steps(Step arrival, Set<Operation> with) {
        List<Step> steps = new ArrayList<>(List.of(arrival));
        rare(Operation.NEW_MEMBER, with, steps);
        steps.add(repeated(
                parameters.searches(), Operation.BROWSE_CATEGORY, Operation.BROWSE_ACTOR, Operation.BROWSE_TITLE));
        if (parameters.store().reviewed()) {
            steps.add(repeated(parameters.reviews(), Operation.REVIEWS_BY_ACTOR, Operation.REVIEWS_BY_TITLE));
            steps.add(repeated(
                    parameters.reviews(),
                    Operation.REVIEWS_BY_HELPFULNESS,
                    Operation.REVIEWS_BY_STARS,
                    Operation.REVIEWS_BY_DATE));
        }
        rare(Operation.NEW_REVIEW, with, steps);
        rare(Operation.NEW_VOTE, with, steps);
        if (parameters.isPriced()) {
            steps.add(Step.once(Operation.PRICE_QUERY.title()));
        }
        steps.add(Step.once(Operation.PURCHASE.title()));
        return steps;
    }

    private static void rare(Operation operation, Set<Operation> with, List<Step> steps) {
        if (with.contains(operation)) {
            steps.add(Step.once(operation.title()));
        }
    }

    private Step arrival() {
        double newcomers = parameters.newCustomerPercent();
        Map<String, Double> weights = new TreeMap<>();
        if (newcomers > 0) {
            weights.put(Operation.NEW_CUSTOMER.title(), newcomers);
        }
        if (newcomers < 100) {
            weights.put(Operation.LOGIN.title(), 100 - newcomers);
        }
        return Step.oneOf(weights);
    }

    private static Step repeated(int mean, Operation... operations) {
        Map<String, Double> weights =
                Arrays.stream(operations).collect(Collectors.toMap(Operation::title, operation -> 1.0));
        return Step.repeated(weights, 1, 2 * mean - 1);
    }
}
