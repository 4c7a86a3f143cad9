// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.plateaubench.plugin.redis.client.RedisConnection;
import org.plateaubench.plugin.redis.client.Target;
import org.plateaubench.plugin.redis.command.CommandText;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.command.RedisOperation.Family;
import org.plateaubench.plugin.redis.command.RedisParameters;
import org.plateaubench.plugin.redis.command.RedisParameters.FilledKeys;
import org.plateaubench.plugin.redis.command.RedisRequest;
import org.plateaubench.spi.Progress;

/** Writes the keys before the load, over several connections with pipelined commands. */
record KeyFiller(
        DataLocations locations, RedisParameters parameters, FilledKeys filled, Progress progress, AtomicLong done) {
    /** Time limit of a server for a batch, during which it may write to its disk. */
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static final int MAX_THREADS = 8;
    private static final int THREADS_PER_NODE = 2;
    private static final int BATCH_COMMANDS = 256;
    private static final long BATCH_BYTES = 1 << 20;

    void run() throws IOException, InterruptedException {
        if (filled.count() == 0 || parameters.fillKinds().isEmpty()) {
            return;
        }
        List<Callable<Long>> stripes = new ArrayList<>();
        for (Target target : locations.copies()) {
            int count = Math.min(MAX_THREADS, THREADS_PER_NODE * target.nodeCount());
            for (int i = 0; i < count; i++) {
                long from = filled.count() * i / count;
                long to = filled.count() * (i + 1) / count;
                stripes.add(() -> new Stripe(target).write(from, to));
            }
        }
        ExecutorService threads = Executors.newFixedThreadPool(Math.min(MAX_THREADS, stripes.size()));
        try {
            ExecutorCompletionService<Long> service = new ExecutorCompletionService<>(threads);
            stripes.forEach(service::submit);
            for (int i = 0; i < stripes.size(); i++) {
                service.take().get();
            }
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new IOException("filling failed: " + cause.getMessage(), cause);
        } finally {
            threads.shutdownNow();
        }
    }

    /** A range of keys, written by one thread over a connection to each node. */
    private final class Stripe {
        private final Target target;
        private final List<RedisConnection> connections = new ArrayList<>();
        private final int[] pending;
        private final CommandText text = CommandText.ofFilling(parameters);
        private final RedisRequest request = new RedisRequest();
        private long bytes;
        private long keys;

        Stripe(Target target) {
            this.target = target;
            pending = new int[target.nodeCount()];
        }

        Long write(long from, long to) throws IOException, InterruptedException {
            try {
                for (int node = 0; node < pending.length; node++) {
                    connections.add(RedisConnection.open(locations.address(), target.node(node), TIMEOUT));
                }
                for (Family kind : parameters.fillKinds()) {
                    for (long i = from; i < to; i++) {
                        writeKey(kind, filled.key(i));
                    }
                }
                completeBatch();
            } finally {
                connections.forEach(RedisConnection::close);
            }
            return to - from;
        }

        private void writeKey(Family kind, long key) throws IOException, InterruptedException {
            int count = kind == Family.STRING || kind == Family.COUNTER ? 1 : parameters.elements();
            for (int element = 0; element < count; element++) {
                request.set(writeOperation(kind), key, kind == Family.LIST ? 0 : element);
                send();
            }
            keys++;
        }

        private void send() throws IOException, InterruptedException {
            int node = target.nodeOf(text.firstKey(request));
            byte[][] arguments = text.arguments(request, locations.values());
            connections.get(node).send(request.operation().word(), arguments);
            pending[node]++;
            bytes += Arrays.stream(arguments)
                    .mapToLong(argument -> argument.length)
                    .sum();
            if (pending[node] == BATCH_COMMANDS || bytes >= BATCH_BYTES) {
                completeBatch();
            }
        }

        private void completeBatch() throws IOException, InterruptedException {
            for (int node = 0; node < pending.length; node++) {
                connections.get(node).awaitReplies(pending[node]);
                pending[node] = 0;
            }
            bytes = 0;
            long total = filled.count()
                    * parameters.fillKinds().size()
                    * locations.copies().size();
            progress.report("filling keys", done.addAndGet(keys), total, "keys");
            keys = 0;
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    private static RedisOperation writeOperation(Family kind) {
        return switch (kind) {
            case STRING -> RedisOperation.SET;
            case COUNTER -> RedisOperation.INCR;
            case HASH -> RedisOperation.HSET;
            case LIST -> RedisOperation.LPUSH;
            case SORTED_SET -> RedisOperation.ZADD;
        };
    }
}
