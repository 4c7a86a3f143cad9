// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Correctly completed forms, each with a unique name. */
final class Forms {
    private static final AtomicInteger NUMBER = new AtomicInteger(100);

    private Forms() {}

    static Map<String, String> person() {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("userName", "visitor" + NUMBER.incrementAndGet());
        fields.put("password", "secret");
        fields.put("passwordAgain", "secret");
        fields.put("firstName", "Ann");
        fields.put("lastName", "O'Neill");
        fields.put("email", "ann@example.org");
        fields.put("telephone", "555-0100");
        fields.put("timeZone", "America/Chicago");
        fields.put("summary", "Plays the trombone.");
        address(fields);
        return fields;
    }

    static Map<String, String> event() {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("title", "Brass on the levee " + NUMBER.incrementAndGet());
        fields.put("summary", "Twelve bands, one river.");
        fields.put("description", "From noon until midnight.");
        fields.put("tags", "brass, river levee");
        fields.put("startsAt", "2031-05-04T12:00");
        fields.put("timeZone", "America/Chicago");
        fields.put("telephone", "555-0101");
        address(fields);
        return fields;
    }

    private static void address(Map<String, String> fields) {
        fields.put("street1", "1 Canal Street");
        fields.put("street2", "");
        fields.put("city", "New Orleans");
        fields.put("state", "LA");
        fields.put("zip", "70130");
        fields.put("country", "USA");
    }
}
