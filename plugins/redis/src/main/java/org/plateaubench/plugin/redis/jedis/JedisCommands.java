// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.jedis;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.redis.command.Arguments;
import org.plateaubench.plugin.redis.command.CommandText;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.command.RedisRequest;
import org.plateaubench.plugin.redis.command.ValueText;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.args.Rawable;

/**
 * Converts requests to arguments of Jedis. One set of arguments per operation is reused: Jedis copies them into its
 * output while it sends, and keeps no reference. One thread at a time.
 */
@SuppressWarnings("EnumOrdinal") // tables that are read once per command
final class JedisCommands implements Arguments {
    private static final byte[] NOTHING = new byte[0];
    private static final Protocol.Command[] COMMANDS = commands();

    private final CommandText text;
    private final ValueText values;
    private final @Nullable Form[] forms = new @Nullable Form[RedisOperation.ALL.size()];
    private Form form;
    private int filled;

    /** The form of one operation with this number of arguments. */
    private static final class Form {
        private final CommandArguments arguments;
        private final Place[] locations;

        Form(RedisOperation operation, int count) {
            arguments = new CommandArguments(COMMANDS[operation.ordinal()]);
            locations = new Place[count];
            for (int i = 0; i < count; i++) {
                locations[i] = new Place();
                arguments.add(locations[i]);
            }
        }
    }

    /** An argument with changing bytes. */
    private static final class Place implements Rawable {
        private byte[] bytes = NOTHING;

        @Override
        public byte[] getRaw() {
            return bytes;
        }

        byte[] ofLength(int length) {
            if (bytes.length != length) {
                bytes = new byte[length];
            }
            return bytes;
        }
    }

    JedisCommands(CommandText text, ValueText values) {
        this.text = text;
        this.values = values;
        form = new Form(RedisOperation.GET, 1);
    }

    private static Protocol.Command[] commands() {
        Protocol.Command[] commands = new Protocol.Command[RedisOperation.ALL.size()];
        for (RedisOperation operation : RedisOperation.ALL) {
            commands[operation.ordinal()] = Protocol.Command.valueOf(operation.name());
        }
        return commands;
    }

    /** Returns the command of a request; valid until the next call. */
    CommandArguments of(RedisRequest request) {
        text.write(request, this);
        return form.arguments;
    }

    @Override
    public void begin(RedisOperation operation, int count) {
        Form known = forms[operation.ordinal()];
        if (known == null || known.locations.length != count) {
            known = new Form(operation, count);
            forms[operation.ordinal()] = known;
        }
        form = known;
        filled = 0;
    }

    @Override
    public void argument(byte[] argument) {
        System.arraycopy(argument, 0, form.locations[filled++].ofLength(argument.length), 0, argument.length);
    }

    @Override
    public void value(long key, long element) {
        int size = values.size(key, element);
        values.put(ByteBuffer.wrap(form.locations[filled++].ofLength(size)), key, element, 0, size);
    }
}
