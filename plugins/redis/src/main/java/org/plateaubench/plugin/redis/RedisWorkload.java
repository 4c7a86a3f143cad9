// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.plateaubench.api.Answers;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.CheckDefinition.Term;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Finding;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.plugin.redis.client.JedisLinks.JedisDriver;
import org.plateaubench.plugin.redis.client.LoopConnection;
import org.plateaubench.plugin.redis.client.LoopDriver;
import org.plateaubench.plugin.redis.client.RedisAccess;
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.plugin.redis.client.Target;
import org.plateaubench.plugin.redis.client.Targets;
import org.plateaubench.plugin.redis.command.RedisMeasure;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.command.RedisOperation.Family;
import org.plateaubench.plugin.redis.command.RedisParameters;
import org.plateaubench.plugin.redis.command.RedisParameters.Client;
import org.plateaubench.plugin.redis.command.RedisParameters.Routing;
import org.plateaubench.plugin.redis.command.UserCommands;
import org.plateaubench.plugin.redis.command.ValueText;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.EventLoop;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** Commands to Redis: each operation is one command, each user one connection per node. */
final class RedisWorkload implements Workload<RedisParameters> {
    private static final Set<RedisOperation> WRITES = Set.of(
            RedisOperation.SET, RedisOperation.MSET, RedisOperation.HSET, RedisOperation.LPUSH, RedisOperation.ZADD);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    /** Characters of a key's prefix: none has a meaning in a pattern or a line of text. */
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9:._/{}@#=+~-]{1,64}");

    @Override
    public String name() {
        return "redis";
    }

    @Override
    public String description() {
        return "Commands of the common families to Redis, on one server, several, a cluster or a proxy.";
    }

    @Override
    public Class<RedisParameters> parametersType() {
        return RedisParameters.class;
    }

    @Override
    public boolean needsSut() {
        return true;
    }

    @Override
    public List<Finding> check(RedisParameters parameters) {
        List<Finding> findings = new ArrayList<>();
        try {
            new ValueText(parameters.valueSizes(), 0);
        } catch (IllegalArgumentException e) {
            findings.add(Finding.problem(String.valueOf(e.getMessage()), "").about("valueSizes"));
        }
        if (!PREFIX.matcher(parameters.prefix()).matches()) {
            findings.add(Finding.problem(
                            "The prefix '" + parameters.prefix() + "' is not 1 to 64 letters, digits and signs among"
                                    + " : . _ / { } @ # = + ~ -.",
                            "Use a prefix such as 'plateau:'.")
                    .about("prefix"));
        }
        if (new HashSet<>(parameters.fillKinds()).size()
                < parameters.fillKinds().size()) {
            findings.add(Finding.problem("'fillKinds' names a kind of keys twice.", "")
                    .about("fillKinds"));
        }
        if (parameters.timeToLive().isPositive() && parameters.timeToLive().toMillis() == 0) {
            findings.add(Finding.problem(
                            "Redis counts the lifetime of a key in milliseconds, and "
                                    + parameters.timeToLive().toNanos() / 1e6 + " ms is less than one.",
                            "Set 1ms or more, or 0s for keys that do not expire.")
                    .about("timeToLive"));
        }
        if (!parameters.adopt().isEmpty() && !parameters.adopt().equals(parameters.prefix())) {
            findings.add(Finding.problem(
                            "'adopt' is " + parameters.adopt() + ", and the prefix is " + parameters.prefix() + ".",
                            "Set both to the same text, or leave 'adopt' out.")
                    .about("adopt"));
        }
        return findings;
    }

    @Override
    public WorkloadDefinition define(RedisParameters parameters) {
        return new WorkloadDefinition(
                RedisOperation.ALL.stream()
                        .map(operation -> OperationDefinition.of(operation.word(), operation.description())
                                .withTimeout(TIMEOUT)
                                .verifying(answers(operation, parameters)))
                        .toList(),
                RedisOperation.ALL.stream()
                        .map(operation -> UnitDefinition.of(operation.word()))
                        .toList(),
                new Mix.Flat(Map.of(RedisOperation.GET.word(), 75.0, RedisOperation.SET.word(), 25.0)),
                Pacing.think(new Distribution.Fixed(Duration.ZERO)),
                new MetricDefinition("commandsPerSecond", "commands/s", MetricDefinition.ALL_OPERATIONS, 1),
                Arrays.stream(RedisMeasure.values())
                        .map(RedisMeasure::definition)
                        .toList(),
                parameters.client() == Client.LOOP
                        ? List.of(Execution.EVENT_LOOP)
                        : List.of(Execution.PLATFORM, Execution.VIRTUAL),
                List.of(hitRatio(parameters)),
                null);
    }

    /** Returns the verified properties of the answers to an operation. */
    private static Answers answers(RedisOperation operation, RedisParameters parameters) {
        if (WRITES.contains(operation)) {
            return Answers.NOTHING_READ;
        }
        boolean counts = operation == RedisOperation.INCR || operation == RedisOperation.EVAL;
        boolean checksHitRatio = parameters.minHitRatio() > 0 && !counts;
        Answers answers = checksHitRatio ? Answers.read().check(RedisMeasure.HIT_RATIO) : Answers.read();
        if (parameters.check() == RedisParameters.Check.NONE) {
            return answers.notVerified("values; check is none");
        }
        return switch (operation) {
            case INCR, EVAL ->
                parameters.eviction()
                        ? answers.notVerified("the count; keys may be evicted")
                        : answers.version("greater than each count that this agent received before");
            case EXPIRE -> answers.notVerified("whether the key exists");
            case ZRANGE, ZSCORE ->
                answers.identity(operation == RedisOperation.ZRANGE ? "members in order" : "the member's score")
                        .notVerified("the key; all sorted sets are equal");
            default ->
                answers.identity("the value's length and bytes, which depend on key and field")
                        .notVerified(String.join("; ", notVerified(operation, parameters)));
        };
    }

    private static List<String> notVerified(RedisOperation operation, RedisParameters parameters) {
        Family family = operation.family();
        List<String> parts = new ArrayList<>();
        if (family == Family.LIST) {
            parts.add("how many elements a list has");
        } else if (parameters.eviction()) {
            parts.add("whether a missing key was evicted");
        } else if (family == Family.STRING && parameters.timeToLive().isPositive()) {
            parts.add("whether a missing key expired");
        } else if (parameters.fill() < 100 || !parameters.fillKinds().contains(family)) {
            parts.add("missing keys that were not filled and that this agent did not write or, of many keys, sample");
        }
        if (parameters.check() == RedisParameters.Check.START) {
            parts.add("bytes after the 16th");
        }
        return parts;
    }

    private static CheckDefinition hitRatio(RedisParameters parameters) {
        Term hits = Term.counter(RedisMeasure.HITS.title());
        CheckDefinition ratio = CheckDefinition.percent(
                RedisMeasure.HIT_RATIO,
                "Requested values that were found.",
                List.of(hits),
                List.of(hits, Term.counter(RedisMeasure.MISSES.title())));
        return parameters.minHitRatio() > 0 ? ratio.atLeast(parameters.minHitRatio()) : ratio;
    }

    @Override
    public WorkloadSession open(WorkloadContext<RedisParameters> context) throws IOException {
        return new RedisSession(context);
    }

    @Override
    public DataSet dataSet(WorkloadContext<RedisParameters> context) {
        return new RedisDataSet(context);
    }

    /** The workload in one agent: Jedis on threads, or the client on event loops. */
    private static final class RedisSession implements WorkloadSession {
        private final UserCommands.Shared commands;
        private final List<Target> targets;
        private final RedisAccess access;
        private final Map<EventLoop, LoopConnection.Shared> loops = new ConcurrentHashMap<>();

        RedisSession(WorkloadContext<RedisParameters> context) throws IOException {
            RedisParameters parameters = context.parameters();
            RedisAddress address = RedisAddress.of(context.requiredSut());
            targets = Targets.of(address, parameters.routing() == Routing.HASH);
            commands =
                    new UserCommands.Shared(parameters, context.dataSeed(), DataLocations.copies(address, parameters));
            access = new RedisAccess(address, address.protocol(), parameters.connectTimeout());
        }

        private Target target(UserContext user) {
            return targets.get(user.user() % targets.size());
        }

        @Override
        public Driver driver(UserContext user) {
            return new JedisDriver(commands.of(user), target(user), access);
        }

        @Override
        public AsyncDriver asyncDriver(UserContext user, EventLoop eventLoop) {
            LoopConnection.Shared shared =
                    loops.computeIfAbsent(eventLoop, loop -> new LoopConnection.Shared(loop, access, commands));
            return new LoopDriver(shared, target(user), commands.of(user));
        }
    }
}
