// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.FormFields;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Line;

/**
 * A request in the form that pages use. Each page carries customer, store and cart in hidden fields of its forms, as
 * the pages of the original do, so that the application keeps no sessions.
 */
record Visit(String action, Fields fields) {
    static final String CUSTOMER = "customer";
    static final String STORE = "store";
    static final String ITEM = "item";
    static final String QUANTITY = "quantity";
    static final String RESTOCK = "restock";

    private static final int MAX_FIELDS = 200;
    private static final int MAX_FORM_BYTES = 32 * 1024;

    static Visit of(Request request) {
        boolean isForm = HttpMethod.POST.is(request.getMethod());
        return new Visit(
                request.getMethod() + " " + Request.getPathInContext(request),
                isForm
                        ? FormFields.getFields(request, MAX_FIELDS, MAX_FORM_BYTES)
                        : Request.extractQueryParameters(request));
    }

    /** Returns the value of a field; empty for none. */
    String text(String name) {
        String value = fields.getValue(name);
        return value == null ? "" : value.strip();
    }

    /** Throws IllegalArgumentException when the field is not a number, or not within the bounds. */
    int number(String name, int min, int max, int defaultValue) {
        String text = text(name);
        int number = text.isEmpty() ? defaultValue : integer(name, text);
        if (number < min || number > max) {
            throw new IllegalArgumentException(name + " must be from " + min + " to " + max + ", and is " + number);
        }
        return number;
    }

    private static int integer(String name, String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a number, and is '" + text + "'", e);
        }
    }

    /** Returns the signed-in customer; 0 for none. */
    int customer() {
        return number(CUSTOMER, 0, Integer.MAX_VALUE, 0);
    }

    /** Returns the store; 0 for the only one. */
    int store() {
        return number(STORE, 0, Integer.MAX_VALUE, 0);
    }

    Restock restock() {
        String name = text(RESTOCK);
        return name.isEmpty() ? Restock.HOLD : Restock.valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** Returns the lines of the cart, without those of quantity 0. */
    List<Line> cart() {
        List<String> items = fields.getValuesOrEmpty(ITEM);
        List<String> quantities = fields.getValuesOrEmpty(QUANTITY);
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            int quantity = i < quantities.size() ? integer(QUANTITY, quantities.get(i)) : 1;
            if (quantity > 0) {
                lines.add(new Line(integer(ITEM, items.get(i)), quantity));
            }
        }
        return lines;
    }
}
