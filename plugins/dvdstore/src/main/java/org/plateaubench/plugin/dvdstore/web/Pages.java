// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.web;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Line;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Money;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Product;

/**
 * The pages as text. In addition to the visible content, attributes {@code data-...} contain the values that the
 * workload verifies. Thread-safe.
 */
final class Pages {
    private final Map<String, Template> templates = new ConcurrentHashMap<>();
    private final String style = text("style.css");

    /** A hidden field of each form. */
    private record Hidden(String name, String value) {}

    String style() {
        return style;
    }

    static Map<String, Object> product(Product product) {
        return Map.of("product", product, "price", Money.decimal(product.priceCents()));
    }

    String page(Visit visit, String template, String title, boolean reviewed, Map<String, Object> content) {
        List<Line> cart = visit.cart();
        List<Hidden> state = new ArrayList<>();
        if (visit.customer() > 0) {
            state.add(new Hidden(Visit.CUSTOMER, Integer.toString(visit.customer())));
        }
        if (visit.store() > 0) {
            state.add(new Hidden(Visit.STORE, Integer.toString(visit.store())));
        }
        List<Hidden> items = new ArrayList<>();
        for (Line line : cart) {
            items.add(new Hidden(Visit.ITEM, Integer.toString(line.product())));
            items.add(new Hidden(Visit.QUANTITY, Integer.toString(line.quantity())));
        }
        Map<String, Object> model = new HashMap<>(content);
        model.put("state", state);
        model.put("items", items);
        model.put("inCart", cart.size());
        model.put("signedIn", visit.customer() > 0);
        model.put("customer", visit.customer());
        model.put("reviewed", reviewed);
        return layout(template, title, model);
    }

    /** Returns a page with a message only; the error class is empty for none. */
    String message(String message, String errorClass) {
        return layout(
                "message",
                "DVD Store",
                new HashMap<>(Map.of("message", message, "errorClass", errorClass, "customer", 0, "signedIn", false)));
    }

    private String layout(String template, String title, Map<String, Object> model) {
        model.put("title", title);
        model.put("page", template);
        model.put("body", template(template).execute(model));
        return template("layout").execute(model);
    }

    private Template template(String name) {
        return templates.computeIfAbsent(
                name, any -> Mustache.compiler().defaultValue("").compile(text(name + ".mustache")));
    }

    private static String text(String name) {
        try (InputStream in = Pages.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("no file " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
