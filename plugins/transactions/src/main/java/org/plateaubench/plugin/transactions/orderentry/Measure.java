// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.UserContext;

/**
 * Counters reported in addition to the operations. Unless stated otherwise, they count what the database has confirmed,
 * also after the harness abandoned the operation, so that they can be compared with the rows of the database.
 */
enum Measure {
    ORDERS("orders", "orders", "New orders committed."),
    LINES("orderLines", "rows", "Lines of committed orders."),
    REMOTE_LINES("remoteLines", "rows", "Lines of committed orders that another warehouse supplies."),
    UNITS("unitsOrdered", "units", "Units of committed orders."),
    ROLLBACKS("rollbacks", "orders", "New orders rolled back for an item that is unused."),
    PAYMENTS("payments", "payments", "Payments committed."),
    PAID("centsPaid", "cents", "Amount of committed payments."),
    QUEUED("deliveriesQueued", "deliveries", "Deliveries queued."),
    DELIVERIES("deliveries", "deliveries", "Deferred deliveries committed."),
    ORDERS_DELIVERED("ordersDelivered", "orders", "Orders delivered, at most one for each district and delivery."),
    RETRIES("retries", "retries", "Transactions tried again after a deadlock or lock timeout."),
    UNCERTAIN_ORDERS("uncertainOrders", "orders", "New orders whose commit was sent and never answered."),
    UNCERTAIN_LINES("uncertainLines", "rows", "Lines of uncertain orders."),
    UNCERTAIN_UNITS("uncertainUnits", "units", "Units of uncertain orders."),
    UNCERTAIN_PAYMENTS("uncertainPayments", "payments", "Payments whose commit was sent and never answered."),
    UNCERTAIN_PAID("uncertainCents", "cents", "Amount of uncertain payments."),
    UNCERTAIN_DELIVERED("uncertainDelivered", "orders", "Orders of deliveries whose commit was never answered."),
    BEGUN("writesBegun", "transactions", "Write transactions begun, whatever their outcome."),
    ENDED("writesEnded", "transactions", "Write transactions ended, whatever their outcome.");

    static final String ORDER_KIND = "orders";

    @SuppressWarnings("ImmutableEnumChecker") // The definition cannot be changed.
    private final MeasureDefinition definition;

    Measure(String title, String unit, String description) {
        definition = MeasureDefinition.counter(title, unit, description);
    }

    String title() {
        return definition.name();
    }

    MeasureDefinition definition() {
        return definition;
    }

    static final class Tally {
        private final Map<Measure, UserContext.Counter> counters = new EnumMap<>(Measure.class);
        private final Acknowledged orders;

        Tally(UserContext user) {
            for (Measure measure : Measure.values()) {
                counters.put(measure, user.counter(measure.title()));
            }
            orders = user.acknowledged(ORDER_KIND);
        }

        UserContext.Counter counter(Measure measure) {
            return Objects.requireNonNull(counters.get(measure));
        }

        void add(Measure measure, long amount) {
            counter(measure).add(amount);
        }

        void acknowledge(Request request, int order) {
            orders.stored(identity(request.warehouse, request.district, order));
        }

        static long identity(int warehouse, int district, int order) {
            return ((long) (warehouse * Scale.DISTRICTS + district - 1) << Integer.SIZE) | order;
        }
    }
}
