// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Words;
import org.plateaubench.engine.judge.figures.Extent.Portion;

/** The subject of a reason or an audit; the run when everything is null. */
public record Scope(
        @Nullable Integer tile,
        @Nullable String workload,
        @Nullable String operation,
        @Nullable String agent,
        @Nullable Portion portion) {
    public static final Scope RUN = new Scope(null, null, null, null, null);

    private static final String AGENT = "agent/";

    public static Scope workload(int tile, String workload) {
        return new Scope(tile, workload, null, null, null);
    }

    public static Scope operation(int tile, String workload, String operation) {
        return new Scope(tile, workload, operation, null, null);
    }

    public static Scope agent(String name) {
        return new Scope(null, null, null, name, null);
    }

    public static String agentOf(String scope) {
        return scope.startsWith(AGENT) ? scope.substring(AGENT.length()) : scope;
    }

    public Scope ofWorkload() {
        return new Scope(tile, workload, null, agent, portion);
    }

    public Scope in(@Nullable Portion part) {
        return new Scope(tile, workload, operation, agent, part);
    }

    /** This scope in a sentence: like {@link #toString}, but with the name of the operation in words. */
    public String words() {
        return operation == null
                ? toString()
                : new Scope(tile, workload, Words.of(operation), agent, portion).toString();
    }

    /**
     * The scope as text: {@code run}, {@code 1/store/purchase}, {@code 1/store in step 3 (50 users, 60s)}, {@code
     * agent/a}.
     */
    @JsonValue
    @Override
    public String toString() {
        if (agent != null) {
            return AGENT + agent;
        }
        if (workload == null) {
            return "run";
        }
        String name = tile + "/" + workload + (operation == null ? "" : "/" + operation);
        return portion == null ? name : name + " in " + portion;
    }
}
