// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.redis.client.RedisAccess.JedisSocket;
import org.plateaubench.plugin.redis.client.Target.Redirect;
import org.plateaubench.plugin.redis.command.RedisFailure;
import org.plateaubench.plugin.redis.command.RedisReply;
import org.plateaubench.plugin.redis.command.RedisReply.Kind;
import org.plateaubench.plugin.redis.command.RedisRequest;
import org.plateaubench.plugin.redis.command.ReplyJudge;
import org.plateaubench.plugin.redis.command.UserCommands;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.PushConsumerChain;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.util.KeyValue;
import redis.clients.jedis.util.RedisInputStream;

/**
 * The connections of one user, one per node, and its commands, which follow the redirections of a cluster. A node that
 * cannot be reached is retried by the commands for it, after increasing waits. Not thread-safe, except {@link #abort}.
 */
public final class JedisLinks {
    private static final long FIRST_WAIT_NANOS = 50_000_000;
    private static final long LAST_WAIT_NANOS = 1_000_000_000;

    private final Target target;
    private final RedisAccess access;
    private final UserContext user;
    private final LongConsumer connected;
    private final LongConsumer redirected;
    private final List<NodeState> states = new ArrayList<>();
    private final Set<JedisSocket> sockets = ConcurrentHashMap.newKeySet();
    private volatile CountDownLatch aborted = new CountDownLatch(1);

    private static final class NodeState {
        private @Nullable JedisLink link;
        private String failure = "";
        private long notBeforeNanos;
        private long waitNanos = FIRST_WAIT_NANOS;
    }

    @FunctionalInterface
    public interface Exchange {
        /** Returns the error of the reply; null for none. */
        @Nullable
        String execute(JedisLink link);
    }

    public JedisLinks(
            Target target, RedisAccess access, UserContext user, LongConsumer connected, LongConsumer redirected) {
        this.target = target;
        this.access = access;
        this.user = user;
        this.connected = connected;
        this.redirected = redirected;
    }

    /** Connects to every node with keys; fails when none can be reached. */
    public void open() throws IOException {
        abort();
        states.clear();
        aborted = new CountDownLatch(1);
        for (int node = 0; node < target.nodeCount(); node++) {
            if (target.holdsKeys(node)) {
                link(node);
            }
        }
        if (!isAnyOpen()) {
            target.refresh();
            throw new IOException(states.stream()
                    .map(state -> state.failure)
                    .filter(failure -> !failure.isEmpty())
                    .findFirst()
                    .orElse("no node of the cluster has keys"));
        }
        connected.accept(target.takeConnections());
    }

    private boolean isAnyOpen() {
        return states.stream().anyMatch(state -> state.link != null);
    }

    /** Exchanges a command with a node, and follows redirections within the operation, up to a limit. */
    public void exchangeWithRedirects(int first, Exchange exchange) throws StepFailure {
        String error = exchange(first, false, exchange);
        int node = first;
        for (int sent = 1; error != null && sent <= Redirect.MAX_REDIRECTS; sent++) {
            Redirect redirect = redirect(error, node);
            if (redirect == null) {
                return;
            }
            node = redirect.node();
            error = exchange(node, redirect.asking(), exchange);
        }
    }

    /** Returns the redirection in the error of a node, and stores the new node of the slot; null if there is none. */
    public @Nullable Redirect redirect(String error, int answered) {
        Redirect redirect = target.redirect(error, target.node(answered));
        if (redirect != null) {
            redirected.accept(1);
        }
        return redirect;
    }

    public void exchange(int node, Exchange exchange) throws StepFailure {
        exchange(node, false, exchange);
    }

    private @Nullable String exchange(int node, boolean asking, Exchange exchange) throws StepFailure {
        JedisLink link = link(node);
        if (link == null) {
            throw lostConnection(RedisFailure.NOT_CONNECTED, state(node).failure);
        }
        try {
            if (asking) {
                link.sendAsking();
            }
            return exchange.execute(link);
        } catch (JedisException e) {
            drop(state(node), link);
            throw lostConnection(RedisFailure.CONNECTION_LOST, RedisConnection.reason(e));
        } catch (IllegalArgumentException | NegativeArraySizeException | StackOverflowError e) {
            // Jedis checks neither the lengths in replies nor their depth.
            drop(state(node), link);
            throw lostConnection(RedisFailure.CONNECTION_LOST, "the reply does not follow the protocol");
        }
    }

    /** Returns the failure of a lost connection. If another node is connected, the user stays connected. */
    private StepFailure lostConnection(String errorClass, String message) {
        target.refresh();
        return new StepFailure(
                isAnyOpen() ? Outcome.error(errorClass, message) : Outcome.connectionLost(errorClass, message));
    }

    /** Returns the connection to a node, null if it cannot be reached now. */
    private @Nullable JedisLink link(int node) {
        NodeState state = state(node);
        if (state.link == null && mayConnect(state)) {
            open(state, target.node(node));
        }
        return state.link;
    }

    /** Waits until a node may be retried; returns false when the user may not retry at all. */
    private boolean mayConnect(NodeState state) {
        long waitNanos = state.failure.isEmpty() ? 0 : Math.max(0, state.notBeforeNanos - user.nanoTime());
        try {
            return !aborted.await(waitNanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void open(NodeState state, InetSocketAddress address) {
        JedisSocket socket = new JedisSocket(address, access);
        sockets.add(socket);
        if (aborted.getCount() == 0) {
            socket.close();
        }
        try {
            JedisLink link = RedisConnection.openOn(socket, JedisLink::new);
            link.setSoTimeout(0);
            state.link = link;
            state.failure = "";
            state.waitNanos = FIRST_WAIT_NANOS;
            connected.accept(1);
        } catch (IOException | JedisException e) { // A JedisException if the user is aborted meanwhile.
            sockets.remove(socket);
            state.failure = RedisAddress.text(address) + ": " + e.getMessage();
            state.notBeforeNanos = user.nanoTime() + state.waitNanos;
            state.waitNanos = Math.min(2 * state.waitNanos, LAST_WAIT_NANOS);
        }
    }

    private NodeState state(int node) {
        while (states.size() <= node) {
            states.add(new NodeState());
        }
        return states.get(node);
    }

    private void drop(NodeState state, JedisLink link) {
        link.close();
        sockets.remove(link.socket());
        state.link = null;
    }

    /** Closes every connection, including one being opened. May be called by any thread. */
    public void abort() {
        aborted.countDown();
        sockets.forEach(JedisSocket::close);
        sockets.clear();
    }

    /** The connection of a user, which also reports whether a reply was a status. Not thread-safe. */
    public static final class JedisLink extends RedisConnection {
        /** Integers up to this value are exact in a double. */
        private static final double MAX_EXACT = 1L << 53;

        private boolean isStatus;

        JedisLink(JedisSocket socket) {
            super(socket);
        }

        /** Jedis does not distinguish a status from a text, so the type must be read before. */
        @Override
        protected Object protocolRead(RedisInputStream in, PushConsumerChain pushes) {
            isStatus = in.peek(Protocol.PLUS_BYTE);
            return super.protocolRead(in, pushes);
        }

        /** Sends {@code ASKING}, so that the next command is answered by a node that does not own its slot yet. */
        void sendAsking() {
            sendCommand(Protocol.Command.ASKING);
            getOne();
        }

        void execute(Protocol.Command command, byte[][] arguments, RedisReply reply) {
            sendCommand(command, arguments);
            reply.begin();
            try {
                fill(reply, getOne());
            } catch (JedisDataException e) {
                reply.error(String.valueOf(e.getMessage()));
            }
        }

        private void fill(RedisReply reply, @Nullable Object answer) {
            if (answer instanceof Long number) {
                reply.end(Kind.INTEGER, number);
            } else if (answer instanceof List<?> elements) {
                fillArray(reply, elements);
            } else if (isStatus) {
                reply.end(Kind.STATUS, 0);
            } else {
                reply.end(Kind.BULK, element(reply, answer));
            }
        }

        private static void fillArray(RedisReply reply, List<?> elements) {
            long count = 0;
            for (Object element : elements) {
                if (element instanceof KeyValue<?, ?> pair) {
                    count += 2;
                    element(reply, pair.getKey());
                    element(reply, pair.getValue());
                } else if (element instanceof JedisDataException error) {
                    reply.error(String.valueOf(error.getMessage()));
                    return;
                } else {
                    count++;
                    element(reply, element);
                }
            }
            reply.end(Kind.ARRAY, count);
        }

        private static long element(RedisReply reply, @Nullable Object element) {
            byte[] bytes = element instanceof byte[] text ? text : text(element).getBytes(StandardCharsets.UTF_8);
            long length = element == null ? RedisReply.ABSENT : bytes.length;
            reply.text(bytes, 0, length);
            return length;
        }

        /** Returns a number or truth value as the server wrote it; a double without a fraction has no point. */
        public static String text(@Nullable Object element) {
            return element instanceof Double number && number == Math.rint(number) && Math.abs(number) <= MAX_EXACT
                    ? Long.toString(number.longValue())
                    : String.valueOf(element);
        }
    }

    /** Sends a command through Jedis and waits for its reply. */
    public static final class JedisDriver implements Driver, Exchange {
        private final UserCommands commands;
        private final ReplyJudge judge;
        private final Target target;
        private final JedisLinks links;
        private final RedisRequest request = new RedisRequest();
        private final RedisReply reply;
        private byte[][] arguments = {};

        public JedisDriver(UserCommands commands, Target target, RedisAccess access) {
            this.commands = commands;
            this.target = target;
            judge = commands.judge();
            reply = judge.reply();
            links = new JedisLinks(target, access, commands.user(), judge::connected, judge::redirected);
        }

        @Override
        public void connect() throws IOException {
            links.open();
            judge.flushCounts();
        }

        @Override
        public Outcome execute(OperationCall call) {
            commands.fill(call, request);
            int node = target.isOneNode() ? 0 : target.nodeOf(commands.text(), request);
            if (node == Target.SEVERAL) {
                return RedisFailure.CROSS_SERVER;
            }
            arguments = commands.text().arguments(request, commands.shared().values());
            Outcome outcome;
            try {
                links.exchangeWithRedirects(node, this);
                outcome = judge.judge(request, reply);
            } catch (StepFailure e) {
                outcome = e.outcome();
            }
            judge.flushCounts();
            return outcome;
        }

        @Override
        public @Nullable String execute(JedisLink link) {
            link.execute(Protocol.Command.valueOf(request.operation().name()), arguments, reply);
            return reply.kind() == RedisReply.Kind.ERROR ? reply.error() : null;
        }

        @Override
        public void abort() {
            links.abort();
        }

        @Override
        public void close() {
            links.abort();
        }
    }
}
