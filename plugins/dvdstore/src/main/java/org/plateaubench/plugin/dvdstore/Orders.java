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

/** The kinds of orders with their weights; they differ in their optional operations. */
final class Orders {
    private static final String UNIT = "order";
    private static final String FIRST_ORDER = "firstOrder";

    /** Optional operations, and the parts of unit names that stand for them. */
    private static final Map<Operation, String> OPTIONAL = new TreeMap<>(
            Map.of(Operation.NEW_MEMBER, "Member", Operation.NEW_REVIEW, "Review", Operation.NEW_VOTE, "Vote"));

    private final DvdStoreParameters parameters;
    private final Map<UnitDefinition, Double> weights = new LinkedHashMap<>();

    private Orders(DvdStoreParameters parameters) {
        this.parameters = parameters;
    }

    static Map<UnitDefinition, Double> of(DvdStoreParameters parameters) {
        Orders orders = new Orders(parameters);
        if (parameters.imitatesOriginal()) {
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

    /** Adds the kinds of orders whose optional operations are drawn independently. */
    private void addAll() {
        List<Operation> optional = parameters.store().reviewed() ? List.copyOf(OPTIONAL.keySet()) : List.of();
        for (int chosen = 0; chosen < 1 << optional.size(); chosen++) {
            Set<Operation> with = EnumSet.noneOf(Operation.class);
            double weight = 1;
            for (int i = 0; i < optional.size(); i++) {
                boolean has = (chosen >> i & 1) == 1;
                weight *= has ? share(optional.get(i)) : 1 - share(optional.get(i));
                if (has) {
                    with.add(optional.get(i));
                }
            }
            add(UNIT, loginOrNewCustomer(), with, weight);
        }
    }

    /**
     * Adds the kinds of orders whose operations one uniform draw decides, as in the original: with the default shares
     * only new customers become members, review or vote.
     */
    private void addAsOriginal() {
        List<Operation> optional = parameters.store().reviewed() ? List.copyOf(OPTIONAL.keySet()) : List.of();
        Set<Double> ends = new TreeSet<>(Set.of(1.0));
        ends.add(share(Operation.NEW_CUSTOMER));
        optional.forEach(operation -> ends.add(share(operation)));
        double begin = 0;
        for (double end : ends) {
            Set<Operation> with = EnumSet.noneOf(Operation.class);
            optional.stream().filter(operation -> end <= share(operation)).forEach(with::add);
            boolean isNew = end <= share(Operation.NEW_CUSTOMER);
            Operation first = isNew ? Operation.NEW_CUSTOMER : Operation.LOGIN;
            add(isNew ? FIRST_ORDER : UNIT, Step.once(first.title()), with, end - begin);
            begin = end;
        }
    }

    private void add(String name, Step first, Set<Operation> with, double weight) {
        if (weight > 0) {
            String unitName = name + with.stream().map(OPTIONAL::get).collect(Collectors.joining());
            weights.put(new UnitDefinition(unitName, steps(first, with)), weight);
        }
    }

    private List<Step> steps(Step first, Set<Operation> with) {
        List<Step> steps = new ArrayList<>(List.of(first));
        addOptional(Operation.NEW_MEMBER, with, steps);
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
        addOptional(Operation.NEW_REVIEW, with, steps);
        addOptional(Operation.NEW_VOTE, with, steps);
        if (parameters.isPriced()) {
            steps.add(Step.once(Operation.PRICE_QUERY.title()));
        }
        steps.add(Step.once(Operation.PURCHASE.title()));
        return steps;
    }

    private static void addOptional(Operation operation, Set<Operation> with, List<Step> steps) {
        if (with.contains(operation)) {
            steps.add(Step.once(operation.title()));
        }
    }

    private Step loginOrNewCustomer() {
        double newCustomerPercent = parameters.newCustomerPercent();
        Map<String, Double> weights = new TreeMap<>();
        if (newCustomerPercent > 0) {
            weights.put(Operation.NEW_CUSTOMER.title(), newCustomerPercent);
        }
        if (newCustomerPercent < 100) {
            weights.put(Operation.LOGIN.title(), 100 - newCustomerPercent);
        }
        return Step.oneOf(weights);
    }

    private static Step repeated(int mean, Operation... operations) {
        Map<String, Double> weights =
                Arrays.stream(operations).collect(Collectors.toMap(Operation::title, operation -> 1.0));
        return Step.repeated(weights, 1, 2 * mean - 1);
    }
}
