// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation.javatier;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.plateaubench.plugin.consolidation.application.App;
import org.plateaubench.plugin.consolidation.application.AppServer;
import org.plateaubench.plugin.consolidation.javatier.Company.Line;
import org.plateaubench.plugin.consolidation.javatier.Warehouse.Request;
import org.plateaubench.process.data.DataMarker;

/** The business-operations server: a company's warehouses in memory. Thread-safe. */
public final class JavaTier implements App {
    static final String WAREHOUSES = "warehouses";

    private volatile List<Warehouse> warehouses = List.of();

    public static void main(String[] arguments) throws Exception {
        AppServer.run(new JavaTier(), arguments);
    }

    @Override
    public Optional<Reply> answer(Call call) {
        return Operation.at(call.path())
                .map(operation -> JSON.writeValueAsBytes(answer(operation, JSON.readValue(call.body(), Request.class))))
                .map(message -> new Reply(200, "application/json", message, Map.of()));
    }

    private Object answer(Operation operation, Request request) {
        Warehouse warehouse = checked(request);
        return switch (operation) {
            case NEW_ORDER -> warehouse.order(request);
            case PAYMENT -> warehouse.pay(request);
            case STOCK_LEVEL -> warehouse.stockLevel(request);
        };
    }

    private Warehouse checked(Request request) {
        List<Warehouse> all = warehouses;
        boolean isKnown = request.district() >= 1
                && request.warehouse() <= all.size()
                && (request.customer() - 1) / Company.CUSTOMERS == request.district() - 1;
        for (Line line : request.lines()) {
            isKnown &= line.item() >= 1 && line.item() <= Company.ITEMS && line.quantity() >= 1;
        }
        if (!isKnown) {
            throw new IllegalArgumentException("there is no such district, customer or item");
        }
        return all.get(request.warehouse() - 1);
    }

    @Override
    public void load(Optional<DataMarker> wanted) {
        List<Warehouse> loaded = new ArrayList<>();
        if (wanted.isPresent()) {
            Company company = new Company(
                    Integer.parseInt(wanted.get().value(WAREHOUSES)),
                    wanted.get().dataSeed());
            for (int number = 1; number <= company.warehouses(); number++) {
                loaded.add(new Warehouse(company, number));
            }
        }
        warehouses = loaded;
    }

    @Override
    public Map<String, Long> counts() {
        Map<String, Long> counts = new TreeMap<>();
        warehouses.forEach(warehouse -> warehouse.addCounts(counts));
        return counts;
    }

    /** Finds orders, whose identity is the district and the number. */
    @Override
    public long countStored(Set<Long> identities) {
        List<Warehouse> all = warehouses;
        return identities.stream()
                .filter(identity -> {
                    int district = (int) (identity >>> Integer.SIZE);
                    int warehouse = (district - 1) / Company.DISTRICTS;
                    return warehouse < all.size() && all.get(warehouse).hasOrder(district, identity.intValue());
                })
                .count();
    }
}
