// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import static org.plateaubench.engine.config.key.RunClass.DEV;
import static org.plateaubench.engine.config.key.RunClass.MODIFIED;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Durations;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Mix;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.config.RunSpec.SutSpec;
import org.plateaubench.engine.config.RunSpec.WorkloadSpec;
import org.plateaubench.engine.config.key.Key;
import org.plateaubench.engine.config.key.Keys;
import org.plateaubench.engine.config.key.LoadKeys;
import org.plateaubench.engine.config.key.LoadSpec;
import org.plateaubench.engine.config.key.LoadType;
import org.plateaubench.engine.config.key.MappingTypes;
import org.plateaubench.engine.config.key.MappingValues;
import org.plateaubench.engine.config.key.MeterType;
import org.plateaubench.engine.config.key.MixType;
import org.plateaubench.engine.config.key.Reading;
import org.plateaubench.engine.config.key.RigSpec;
import org.plateaubench.engine.config.key.RigType;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.config.key.ScalarTypes;
import org.plateaubench.engine.config.key.SchemaForm;
import org.plateaubench.engine.config.key.Section;
import org.plateaubench.engine.config.key.ValueType;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.spi.SutContext;

/** The keys of a run file, in usual order. A new key needs an entry here or in {@link LoadKeys} and in the planner. */
public final class RunFileKeys {
    public static final Duration SHORT_INTERVAL = Duration.ofSeconds(1);

    public static final Duration LONG_INTERVAL = Duration.ofSeconds(10);

    public static final Duration LONG_RUN = Duration.ofMinutes(30);

    /** The number of shares (one workload on one agent each) above which a run has long intervals. */
    public static final int MAX_SHARES = 2_000;

    /** A shorter ramp-up leaves caches and compilers cold. */
    public static final Duration MIN_RAMP_UP = Duration.ofSeconds(30);

    /** A shorter steady window is too little evidence about a system. */
    public static final Duration MIN_STEADY = Duration.ofMinutes(5);

    /** A shorter ramp-down would let operations that began in the window end without the load. */
    public static final Duration MIN_RAMP_DOWN = Duration.ofSeconds(5);

    /** Blocking drivers of more users per agent run on virtual threads, which cost less then. */
    public static final int MAX_PLATFORM_USERS = 256;

    private static final long MAX_SEED = (1L << 53) - 1;
    private static final String PLUGIN_DEFAULT = "the plugin's";

    public static final Key<String> NAME = Key.of("name", ScalarTypes.NAME, "Name in lists and of the run directory.")
            .required("a name");
    public static final Key<String> DESCRIPTION = Key.of("description", ScalarTypes.TEXT, "A sentence for reports.");
    public static final Key<Long> SEED = Key.of(
                    "seed", ScalarTypes.integer(0, MAX_SEED, seed -> seed), "Seed of all random draws of the load.")
            .defaultValue(1L);
    public static final Key<Long> DATA_SEED = Key.of(
                    "dataSeed",
                    ScalarTypes.integer(0, MAX_SEED, seed -> seed),
                    "Seed of the data sets; runs that share data share it.")
            .defaultValue(1L);
    public static final Key<Duration> INTERVAL = Key.of(
                    "interval",
                    ScalarTypes.INTERVAL,
                    "Time between two measurements that are stored, in whole seconds up to a minute.")
            .computedDefault(Durations.format(SHORT_INTERVAL) + ", and " + Durations.format(LONG_INTERVAL)
                    + " where ramp-up, steady and ramp-down last half an hour or more, or agents times workloads are more"
                    + " than " + MAX_SHARES)
            .lowersTo(
                    MODIFIED,
                    "longer than phases of that length have by default",
                    "drifts, stops and outages are recorded less precisely");
    public static final Key<RunClass> CLASS =
            Key.of("class", ScalarTypes.choice(RunClass.class), "Lowers the class of the run; it can never be raised.");
    public static final Key<Boolean> ALLOW_UNTESTED = Key.of(
                    "allowUntested",
                    ScalarTypes.BOOLEAN,
                    "Whether the run may pass although no check or comparison of a workload was tested.")
            .defaultValue(false)
            .lowersTo(MODIFIED, "true", "wrong or lost work of the SUT may go unnoticed");
    public static final Key<AbortOn> ABORT_ON = Key.of(
                    "abortOn",
                    ScalarTypes.choice(AbortOn.class),
                    "certain: the run ends when it can no longer pass, after a dropped arrival, a missed limit on max, a"
                            + " lost agent or a failed SUT; never: it lasts as long as planned.")
            .computedDefault("certain in a search, and else never");
    public static final Keys OF_RUN =
            Keys.of(NAME, DESCRIPTION, SEED, DATA_SEED, INTERVAL, CLASS, ALLOW_UNTESTED, ABORT_ON);

    /** When a run ends before its time. */
    public enum AbortOn {
        CERTAIN,
        NEVER
    }

    public static final Key<Duration> RAMP_UP = Key.of("rampUp", ScalarTypes.DURATION, "Users start over this time.")
            .defaultValue(Duration.ofSeconds(30))
            .lowersTo(DEV, shorterThan(MIN_RAMP_UP), "compilers and caches are cold");
    public static final Key<Duration> STEADY = Key.of("steady", ScalarTypes.DURATION_ABOVE_ZERO, "The measured window.")
            .computedDefault("as long as the schedule of a load, without which it must be given")
            .lowersTo(DEV, shorterThan(MIN_STEADY), "the SUT is observed for too short a time");
    public static final Key<Duration> RAMP_DOWN = Key.of(
                    "rampDown", ScalarTypes.DURATION, "The load of the steady state continues.")
            .defaultValue(Duration.ofSeconds(10))
            .lowersTo(
                    MODIFIED,
                    shorterThan(MIN_RAMP_DOWN),
                    "operations that began in the window end without the load of others");
    public static final Key<Duration> DRAIN = Key.of(
                    "drain",
                    ScalarTypes.DURATION,
                    "How long operations that are in flight at the end may take to finish.")
            .computedDefault("the longest timeout")
            .lowersTo(
                    MODIFIED,
                    "longer than the longest timeout",
                    "operations in flight at the end have more time than in other runs");
    public static final Keys OF_PHASES = Keys.of(RAMP_UP, STEADY, RAMP_DOWN, DRAIN);

    public static final Key<String> SERVICE =
            Key.of("service", ScalarTypes.TEXT, "The kind of SUT.").required("the kind of SUT");
    public static final Key<SutContext.Mode> MODE = Key.of(
                    "mode",
                    ScalarTypes.choice(SutContext.Mode.class),
                    "embedded: started and stopped by the harness, in a separate process; external: already running.")
            .required("which is embedded or external")
            .lowersTo(DEV, "embedded", "the SUT shares the host with the harness");
    public static final Keys OF_SUT = Keys.of(SERVICE, MODE);

    private static final Key<String> SUT_PARAMETER =
            Key.of("PARAMETER", ScalarTypes.TEXT, "A parameter of the service.");

    public static final Key<String> PLUGIN = Key.of("plugin", ScalarTypes.TEXT, "The plugin, or plugin/workload.")
            .required("the name of a plugin, or plugin/workload");
    public static final Key<String> SUT = Key.of("sut", ScalarTypes.TEXT, "Name of its SUT.");
    public static final Key<Boolean> ENABLED = Key.of(
                    "enabled",
                    ScalarTypes.BOOLEAN,
                    "Whether it takes part; if not, the run is carried out as if the file did not contain it.")
            .defaultValue(true);
    public static final Key<DataPolicy> DATA = Key.of(
                    "data",
                    ScalarTypes.choice(DataPolicy.class),
                    "What happens to existing data: reuse it, reset it to the state after loading, or reload"
                            + " everything.")
            .defaultValue(DataPolicy.REUSE);
    public static final Key<LoadSpec> LOAD = Key.of("load", LoadType.ANY, "How much work the workload is given.")
            .required("a mapping with users, rate or schedule");
    public static final Key<Mix> MIX = Key.of("mix", MixType.ANY, "How the next unit is chosen.")
            .computedDefault(PLUGIN_DEFAULT)
            .lowersTo(MODIFIED, "other than the plugin's", "other work is done");
    public static final Key<Map<String, @Nullable Object>> PARAMETERS = Key.of(
                    "parameters",
                    ValueType.of("a mapping", help -> SchemaForm.typed("object", help), RunFileKeys::parameters),
                    "Parameters of the plugin.")
            .lowersTo(MODIFIED, "other than its default, where it has one", "another workload is run");
    public static final Key<Map<String, Duration>> TIMEOUT = Key.of(
                    "timeout",
                    ByOperationTypes.TIMEOUTS,
                    "How long an operation may take: one time, or a time per operation ('*' for all others).")
            .computedDefault(PLUGIN_DEFAULT)
            .lowersTo(MODIFIED, "longer than the plugin's", "slow operations still count as done");
    public static final Key<Map<String, List<QosLimit>>> QOS = Key.of(
                    "qos",
                    ByOperationTypes.LIMITS,
                    "Limits by operation or unit, '*' for all operations, such as 'p95 < 500ms'.")
            .computedDefault("the plugin's, and 'errors < 1%'")
            .lowersTo(MODIFIED, "weaker than the plugin's, or than errors < 1%", "less is required");
    public static final Key<Execution> EXECUTION = Key.of(
                    "execution", ScalarTypes.choice(Execution.class), "What runs the users.")
            .computedDefault("platform threads up to " + MAX_PLATFORM_USERS
                    + " users per agent and virtual ones above, or an" + " event loop for a depth above 1");
    public static final Keys OF_WORKLOAD =
            Keys.of(PLUGIN, SUT, ENABLED, DATA, LOAD, MIX, PARAMETERS, TIMEOUT, QOS, EXECUTION);

    public static final Key<MappingValues> RUN =
            Key.of("run", MappingTypes.of(OF_RUN), "The run itself.").required("a mapping with name and seed");
    public static final Key<MappingValues> PHASES = Key.of(
                    "phases", MappingTypes.of(OF_PHASES), "How long each phase lasts.")
            .required("a mapping with rampUp, steady and rampDown");
    public static final Key<TilesSpec> TILES = Key.of(
                    "tiles", TilesSpec.TYPE, "How many times the set of SUTs and workloads runs at once.")
            .defaultValue(TilesSpec.ONE);
    private static final Key<ScoreReference> REFERENCE = Key.of(
                    "reference",
                    ReferenceFile.FILE,
                    "The reference that the score is normalised to: a file in the folder of the run file or below it,"
                            + " or in the folder 'references' next to it.")
            .required("the file of a reference");
    public static final Key<ScoreReference> SCORE = Key.of(
            "score",
            MappingTypes.of(Keys.of(REFERENCE), (values, section) -> values.get(REFERENCE)),
            "Summarises the run in one figure, see docs/score.md.");

    private static final Key<Integer> PERIOD_COUNT =
            Key.of("count", ScalarTypes.count(100), "How many equal periods.").required("the number of equal periods");
    public static final Key<Integer> PERIODS = Key.of(
            "periods",
            MappingTypes.of(Keys.of(PERIOD_COUNT), (values, section) -> values.get(PERIOD_COUNT)),
            "Equal parts of the steady phase that are judged by themselves too.");
    public static final Key<TrialsSpec> TRIALS =
            Key.of("trials", TrialsSpec.TYPE, "How often the run is repeated.").defaultValue(TrialsSpec.ONE);
    public static final Key<SearchSpec> SEARCH =
            Key.of("search", SearchSpec.TYPE, "Repeats the run with other loads, to find the greatest that passes.");
    public static final Key<RigSpec> RIG = Key.of("rig", RigType.ANY, "Which agents drive the load.");
    public static final Key<?> ON_SUT_HOSTS = RigType.ON_SUT_HOSTS;

    public static final Key<Map<String, SutSpec>> SUTS = Key.of(
            "suts",
            MappingTypes.named("SUT", "A system under test.", OF_SUT, SutSpec::of)
                    .containing((path, visitor) ->
                            Keys.of(SERVICE, MODE, SUT_PARAMETER).visit(path + ".NAME", visitor)),
            "Systems under test by name.");
    public static final Key<Map<String, WorkloadSpec>> WORKLOADS = Key.of(
                    "workloads",
                    MappingTypes.named(
                            "workload",
                            "Operations of a plugin, with load, parameters and limits.",
                            OF_WORKLOAD,
                            (name, values, section) -> new WorkloadSpec(name, values)),
                    "Workloads by name, once per tile.")
            .required("with at least one workload");

    /** The top-level keys of the file; the keys below them follow from their types. */
    public static final Keys ALL =
            Keys.of(RUN, PHASES, TILES, PERIODS, SCORE, TRIALS, SEARCH, RIG, SUTS, MeterType.POWER, WORKLOADS);

    private RunFileKeys() {}

    private static String shorterThan(Duration minimum) {
        return "shorter than " + Durations.format(minimum);
    }

    private static @Nullable Map<String, @Nullable Object> parameters(ConfigNode node, String path, Reading reading) {
        Section section = Section.of(path, node, reading);
        section.checkReferences();
        return section.rest();
    }
}
