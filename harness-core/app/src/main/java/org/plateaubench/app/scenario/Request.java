// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request of a scenario that is being generated. All texts are templates of the scenario. Not thread-safe. */
final class Request {
    final String method;
    /** Path and query, or a whole address for another site. */
    String target;

    String name;
    final Map<String, String> headers = new LinkedHashMap<>();

    @Nullable
    Body body;
    /** Values that are read from the reply: the rule, such as {@code json: $.id}, by variable. */
    final Map<String, Map<String, String>> extracts = new LinkedHashMap<>();

    /** The scalars of the reply as far as they are known, by name, each with the rule that extracts it. */
    final Map<String, Map<String, String>> reply = new LinkedHashMap<>();

    /** Status that is checked, or a range; empty for none. */
    String status = "";

    final List<String> basic = new ArrayList<>();

    @Nullable
    String contains;
    /** Status that is an expected refusal, 0 for none. */
    int declined;

    long pauseMillis;
    /** Decisions that the user must make, a sentence each. */
    final List<String> decisions = new ArrayList<>();

    Request(String method, String target) {
        this.method = method;
        this.target = target;
        this.name = Naming.ofRequest(method, target);
    }

    boolean mentions(String variable) {
        String reference = "${" + variable + "}";
        return target.contains(reference) || (headers + " " + body + " " + basic).contains(reference);
    }

    /** A reference to a number in a JSON body, which must not be quoted. */
    record Unquoted(String unquotedReference) {
        @Override
        public String toString() {
            return "${" + unquotedReference + "}";
        }
    }

    sealed interface Body {
        /** A text with the content type of the request's header. */
        record Text(String text) implements Body {}

        record Json(@Nullable Object value) implements Body {}

        record File(String name) implements Body {}

        record Form(Map<String, String> fields) implements Body {}

        /** The parts of a form with files; the value of a file is its name behind an at sign. */
        record Multipart(Map<String, String> parts) implements Body {}
    }

    record Exchange(Request request, String replyType, String replyText) {}
}
