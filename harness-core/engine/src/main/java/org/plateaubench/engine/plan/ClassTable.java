// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.RunClass;

/**
 * M23: every key of a run file, whether it can relax a rule of a standard run, and from which value on. The planner can
 * lower a class only by a row of this table, and a test walks the schema of run files for keys that it does not name.
 * {@code NAME} stands for any name, and a row ending in {@code .**} for everything below its key.
 */
public enum ClassTable {
    RUN_NAME("run.name", "says what it is called"),
    RUN_DESCRIPTION("run.description", "says what it is about"),
    RUN_SEED("run.seed", "any seed draws from the same laws"),
    RUN_DATA_SEED("run.dataSeed", "any seed draws from the same laws"),
    RUN_INTERVAL(
            "run.interval",
            RunClass.MODIFIED,
            "longer than by default",
            "drifts, stops and outages are seen less finely"),
    RUN_CLASS("run.class", "it can only lower the class"),
    RAMP_UP("phases.rampUp", RunClass.DEV, "shorter than 30s", "compilers and caches are cold"),
    STEADY("phases.steady", RunClass.DEV, "shorter than 5m", "too little is seen of the SUT"),
    RAMP_DOWN(
            "phases.rampDown",
            RunClass.MODIFIED,
            "shorter than 5s",
            "what began in the window ends without the load beside it"),
    DRAIN(
            "phases.drain",
            RunClass.MODIFIED,
            "longer than the longest timeout",
            "what is in flight at the end has more time than other runs give it"),
    TILES("tiles", "is the scale"),
    TILES_COUNT("tiles.count", "is the scale"),
    TILES_START("tiles.start", "acts within ramp-up"),
    TILES_EVERY("tiles.every", "acts within ramp-up"),
    PERIODS_COUNT("periods.count", "adds judgements and takes none away"),
    PERIODS_NAME("periods[].name", "says what it is called"),
    PERIODS_FOR("periods[].for", "adds judgements and takes none away"),
    SUT_SERVICE("suts.NAME.service", "is what is measured"),
    SUT_MODE("suts.NAME.mode", RunClass.DEV, "embedded", "the SUT shares the host with the harness"),
    SUT_PARAMETERS("suts.NAME.**", "is what is measured"),
    PLUGIN("workloads.NAME.plugin", "is what is driven"),
    SUT("workloads.NAME.sut", "is what is measured"),
    DATA("workloads.NAME.data", "the data are the same after each policy"),
    USERS("workloads.NAME.load.users", "is the load"),
    RATE("workloads.NAME.load.rate", "is the load"),
    MAX_USERS("workloads.NAME.load.maxUsers", "is the load"),
    DEPTH("workloads.NAME.load.depth", "is the load"),
    SCHEDULE("workloads.NAME.load.schedule[].**", "is the load"),
    THINK("workloads.NAME.load.think.**", RunClass.MODIFIED, "other than the plugin's", "another load is offered"),
    CYCLE("workloads.NAME.load.cycle.**", RunClass.MODIFIED, "other than the plugin's", "another load is offered"),
    UNITS("workloads.NAME.load.units.**", RunClass.MODIFIED, "other than the plugin's", "another load is offered"),
    ON_LATE(
            "workloads.NAME.load.onLate",
            RunClass.MODIFIED,
            "rebase, or other than the plugin's",
            "waiting that a slow SUT causes is left out"),
    ARRIVAL("workloads.NAME.load.arrival", RunClass.MODIFIED, "regular", "arrivals never come close together"),
    LANES("workloads.NAME.load.lanes", RunClass.MODIFIED, "other than 64", "arrivals have another law"),
    QUEUE(
            "workloads.NAME.load.queue",
            RunClass.MODIFIED,
            "longer than by default",
            "an overload is waited out instead of dropped"),
    MIX("workloads.NAME.mix.**", RunClass.MODIFIED, "other than the plugin's", "other work is done"),
    PARAMETERS(
            "workloads.NAME.parameters.**",
            RunClass.MODIFIED,
            "other than its default, where it has one",
            "another workload is run"),
    TIMEOUT(
            "workloads.NAME.timeout.**",
            RunClass.MODIFIED,
            "longer than the plugin's",
            "slow operations still count as done"),
    QOS("workloads.NAME.qos.**", RunClass.MODIFIED, "weaker than the plugin's, or than errors < 1%", "less is asked"),
    EXECUTION("workloads.NAME.execution", "the audits hold whatever runs the users");

    private final String key;
    private final @Nullable RunClass leadsTo;
    private final String from;
    private final String why;

    ClassTable(String key, String why) {
        this(key, null, "", why);
    }

    ClassTable(String key, @Nullable RunClass leadsTo, String from, String why) {
        this.key = key;
        this.leadsTo = leadsTo;
        this.from = from;
        this.why = why;
    }

    /** The class that a relaxed value leads to; null for a key that relaxes nothing. */
    public @Nullable RunClass leadsTo() {
        return leadsTo;
    }

    /** Whether the row is about a key of a run file, names as {@code NAME} and elements of lists as {@code []}. */
    public boolean names(String path) {
        if (!key.endsWith(".**")) {
            return path.equals(key);
        }
        String above = key.substring(0, key.length() - ".**".length());
        return path.equals(above) || path.startsWith(above + ".") || path.startsWith(above + "[]");
    }

    /** The rows as a table for documents, in Markdown. */
    public static String markdown() {
        StringBuilder table = new StringBuilder("| key | class | when | because |\n|---|---|---|---|\n");
        for (ClassTable row : values()) {
            RunClass leads = row.leadsTo;
            String key = row.key.replace(".**", "").replace("[]", "");
            table.append("| `")
                    .append(row == SUT_PARAMETERS ? "suts.NAME.PARAMETER" : key)
                    .append("` | ")
                    .append(leads == null ? "any" : leads.name().toLowerCase(Locale.ROOT))
                    .append(" | ")
                    .append(leads == null ? "always" : row.from)
                    .append(" | ")
                    .append(row.why)
                    .append(" |\n");
        }
        return table.toString();
    }
}
