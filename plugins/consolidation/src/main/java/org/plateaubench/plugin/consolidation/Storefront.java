// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.plateaubench.plugin.consolidation.application.App;
import org.plateaubench.plugin.consolidation.application.AppServer;
import org.plateaubench.process.data.DataMarker;

/**
 * The web server of a store: static images, and pages with sessions. Attributes of a page's body contain what users
 * verify. Thread-safe.
 */
public final class Storefront implements App {
    static final String PRODUCTS = "products";

    /** Names of the counts, and of the changes by which they grow. */
    static final String ORDERS = "orders";

    static final String UNITS = "unitsOrdered";
    static final String VISITS = "visits";
    static final String CENTS = "centsOrdered";
    static final String PAGE = "page";
    static final String VISIT = "visit";
    static final String LIST = "list";
    static final String PRODUCT = "product";
    static final String ENTRIES = "entries";
    static final String CART = "cart";
    static final String ORDER = "order";

    private static final int OK = 200;
    private static final int NOT_MODIFIED = 304;
    /** Number of visits that are stored; the oldest one is removed. */
    private static final int MAX_VISITS = 50_000;

    private final Map<String, byte[]> images = Catalogue.images();
    private final Map<Page, byte[]> texts = new TreeMap<>();
    private volatile Store store = new Store(new Catalogue(0, 0));

    private record Order(long number, Map<Integer, Integer> lines) {}

    /** A visit, which a request locks. */
    private static final class Visit {
        private final String id;
        private final Map<Integer, Integer> cart = new TreeMap<>();
        private final Map<Page, String> entries = new TreeMap<>();
        private Optional<Order> order = Optional.empty();

        Visit(String id) {
            this.id = id;
        }
    }

    private static final class Store {
        private final Catalogue catalogue;
        private final Map<String, Visit> visits = new ConcurrentHashMap<>();
        private final Map<Long, Order> orders = new ConcurrentHashMap<>();
        private final AtomicLong lastVisit = new AtomicLong();
        private final AtomicLong lastOrder = new AtomicLong();

        Store(Catalogue catalogue) {
            this.catalogue = catalogue;
        }

        Visit visit(String id) {
            Visit known = visits.get(id);
            if (known != null) {
                return known;
            }
            long number = lastVisit.incrementAndGet();
            String process = ProcessHandle.current().pid() + "-";
            visits.remove(process + (number - MAX_VISITS));
            Visit visit = new Visit(process + number);
            visits.put(visit.id, visit);
            return visit;
        }
    }

    public Storefront() {
        for (Page page : Page.values()) {
            texts.put(page, Catalogue.filler(page.title, page.textBytes));
        }
    }

    public static void main(String[] arguments) throws Exception {
        AppServer.run(new Storefront(), arguments);
    }

    @Override
    public Optional<Reply> answer(Call call) {
        byte[] image = images.get(call.path());
        if (image != null) {
            String tag = "\"" + image.length + "\"";
            boolean isSame = call.tag().equals(tag);
            Map<String, String> headers = Map.of("ETag", tag, "Cache-Control", "no-cache");
            return Optional.of(
                    new Reply(isSame ? NOT_MODIFIED : OK, "image/gif", isSame ? new byte[0] : image, headers));
        }
        return Stream.of(Page.values())
                .filter(page -> page.path().equals(call.path()))
                .findFirst()
                .map(page -> page(page, call));
    }

    private Reply page(Page page, Call call) {
        Store current = store;
        Visit visit = current.visit(call.visit());
        Map<String, String> shown = new LinkedHashMap<>();
        synchronized (visit) {
            shown.put(PAGE, page.path());
            shown.put(VISIT, visit.id);
            show(page, call, current, visit, shown);
        }
        StringBuilder start = new StringBuilder("<!doctype html><html><head><title>Store</title></head><body");
        shown.forEach((name, value) ->
                start.append(" data-").append(name).append("=\"").append(value).append('"'));
        start.append(">\n");
        for (int image = 1; image <= page.images; image++) {
            start.append("<img src=\"").append(page.imagePath(image)).append("\" alt=\"\">\n");
        }
        byte[] first = start.append("<pre>").toString().getBytes(StandardCharsets.UTF_8);
        byte[] text = texts.getOrDefault(page, new byte[0]);
        byte[] last = Page.END.getBytes(StandardCharsets.UTF_8);
        byte[] body = ByteBuffer.allocate(first.length + text.length + last.length)
                .put(first)
                .put(text)
                .put(last)
                .array();
        Map<String, String> headers = Map.of(
                "Cache-Control", "no-store", "Set-Cookie", AppServer.VISIT + "=" + visit.id + "; Path=/; HttpOnly");
        return new Reply(OK, "text/html; charset=utf-8", body, headers);
    }

    private static void show(Page page, Call call, Store store, Visit visit, Map<String, String> shown) {
        Catalogue catalogue = store.catalogue;
        boolean isPost = call.method().equals("POST");
        switch (page) {
            case ARRIVE, HOME -> {}
            case SEARCH, BROWSE, LINE -> shown.put(LIST, catalogue.list(page, number(call)));
            case PRODUCT -> {
                int product = number(call);
                shown.put(PRODUCT, catalogue.title(product) + " for " + catalogue.price(product));
            }
            case CART -> {
                if (isPost) {
                    visit.cart.merge(number(call), 1, Integer::sum);
                }
                shown.put(CART, catalogue.cart(visit.cart));
            }
            // A cart is ordered once: a repeated request shows the existing order.
            case CONFIRM -> {
                if (isPost && !visit.cart.isEmpty()) {
                    Order order = new Order(store.lastOrder.incrementAndGet(), new TreeMap<>(visit.cart));
                    store.orders.put(order.number(), order);
                    visit.order = Optional.of(order);
                    visit.cart.clear();
                }
                Order order = visit.order.orElseThrow(
                        () -> new IllegalArgumentException("nothing was ordered in this visit"));
                shown.put(ORDER, Long.toString(order.number()));
                shown.put(CART, catalogue.cart(order.lines()));
            }
            case CUSTOMIZE_1, CUSTOMIZE_2, CUSTOMIZE_3, LOGIN, SHIPPING, BILLING -> {
                visit.entries.put(page, Integer.toString(number(call)));
                shown.put(ENTRIES, visit.entries.toString());
            }
        }
    }

    private static int number(Call call) {
        try {
            return Integer.parseInt(call.fields().getOrDefault("number", ""));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("the field number must be a number", e);
        }
    }

    @Override
    public void load(Optional<DataMarker> wanted) {
        store = new Store(
                wanted.map(marker -> new Catalogue(Integer.parseInt(marker.value(PRODUCTS)), marker.dataSeed()))
                        .orElse(new Catalogue(0, 0)));
    }

    @Override
    public Map<String, Long> counts() {
        Map<String, Long> counts = new TreeMap<>(Map.of(ORDERS, 0L, UNITS, 0L, CENTS, 0L));
        Store current = store;
        counts.put(VISITS, current.lastVisit.get());
        for (Order order : current.orders.values()) {
            counts.merge(ORDERS, 1L, Long::sum);
            counts.merge(UNITS, Catalogue.units(order.lines()), Long::sum);
            counts.merge(CENTS, current.catalogue.total(order.lines()), Long::sum);
        }
        return counts;
    }

    @Override
    public long countStored(Set<Long> identities) {
        return identities.stream().filter(store.orders::containsKey).count();
    }
}
