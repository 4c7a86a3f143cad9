// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A scenario that is being generated, with the run file that contains it. Not thread-safe. */
final class Draft {
    static final String ANY_ADDRESS = "http://127.0.0.1:8080";

    /** The source of the scenario, for the first line of the file. */
    final String source;

    String name;
    String address = "";
    final Set<String> others = new LinkedHashSet<>();

    final Map<String, String> parameters = new LinkedHashMap<>();

    final Map<String, String> variables = new LinkedHashMap<>();
    final Map<String, String> data = new LinkedHashMap<>();

    /** Requests of each user before its first flow. */
    final List<Request> start = new ArrayList<>();

    final List<Flow> flows = new ArrayList<>();
    /** Parts that were left out, and decisions for the user, a sentence each. */
    final List<String> notes = new ArrayList<>();

    record Flow(String name, int weight, List<Request> requests) {}

    Draft(String source, String name) {
        this.source = source;
        this.name = Naming.of(name);
    }

    /** A text in which the scenario refers to nothing. */
    static String literal(String text) {
        return text.replace("${", "$${");
    }

    void add(Naming names, String flow, int weight, List<Request> requests) {
        for (Request request : requests) {
            request.name = names.unique(request.name);
        }
        flows.add(new Flow(names.unique(flow), weight, requests));
    }
}
