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
 * Words requests as arguments of Jedis. One set of arguments per operation is filled again and again: Jedis copies them
 * into its output while it sends, and keeps nothing of them. Confined to whoever uses it.
 */
@SuppressWarnings("EnumOrdinal") // tables that are looked into once per command
final class JedisCommands implements Arguments {
    private static final byte[] NOTHING = new byte[0];
    private static final Protocol.Command[] COMMANDS = commands();

    private final CommandText text;
    private final ValueText values;
    private final @Nullable Form[] forms = new @Nullable Form[RedisOperation.ALL.size()];
    private Form form;
    private int filled;

    /** What one operation looks like with so many arguments. */
    private static final class Form {
        private final CommandArguments arguments;
        private final Place[] places;

        Form(RedisOperation operation, int count) {
            arguments = new CommandArguments(COMMANDS[operation.ordinal()]);
            places = new Place[count];
            for (int i = 0; i < count; i++) {
                places[i] = new Place();
                arguments.add(places[i]);
            }
        }
    }

    /** An argument whose bytes change. */
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

    /** The command of a request; valid until the next is asked for. */
    CommandArguments of(RedisRequest request) {
        text.write(request, this);
        return form.arguments;
    }

    @Override
    public void begin(RedisOperation operation, int count) {
        Form known = forms[operation.ordinal()];
        if (known == null || known.places.length != count) {
            known = new Form(operation, count);
            forms[operation.ordinal()] = known;
        }
        form = known;
        filled = 0;
    }

    @Override
    public void argument(byte[] argument) {
        System.arraycopy(argument, 0, form.places[filled++].ofLength(argument.length), 0, argument.length);
    }

    @Override
    public void value(long key, long element) {
        int size = values.size(key, element);
        values.put(ByteBuffer.wrap(form.places[filled++].ofLength(size)), key, element, 0, size);
    }
}
