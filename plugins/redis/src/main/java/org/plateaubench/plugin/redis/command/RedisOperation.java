// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import java.util.List;
import org.plateaubench.plugin.redis.command.RedisReply.Kind;

/** The operations of the workload; each is one command, and its index in the workload's definition is its ordinal. */
public enum RedisOperation {
    GET("get", Family.STRING, Kind.BULK, "the value of a key"),
    SET("set", Family.STRING, Kind.STATUS, "a new value of a key"),
    MGET("mget", Family.STRING, Kind.ARRAY, "the values of several keys"),
    MSET("mset", Family.STRING, Kind.STATUS, "new values of several keys"),
    EXPIRE("expire", Family.STRING, Kind.INTEGER, "a time to live for a key"),
    INCR("incr", Family.COUNTER, Kind.INTEGER, "one more of a counter"),
    EVAL("eval", Family.COUNTER, Kind.INTEGER, "a script that adds to a counter on the server"),
    HSET("hset", Family.HASH, Kind.INTEGER, "a field of a hash"),
    HGET("hget", Family.HASH, Kind.BULK, "the value of a field of a hash"),
    HGETALL("hgetall", Family.HASH, Kind.ARRAY, "all fields and values of a hash"),
    LPUSH("lpush", Family.LIST, Kind.INTEGER, "an element at the head of a list"),
    LPOP("lpop", Family.LIST, Kind.BULK, "the element at the head of a list"),
    LRANGE("lrange", Family.LIST, Kind.ARRAY, "the first elements of a list"),
    ZADD("zadd", Family.SORTED_SET, Kind.INTEGER, "a member of a sorted set"),
    ZRANGE("zrange", Family.SORTED_SET, Kind.ARRAY, "the first members of a sorted set"),
    ZSCORE("zscore", Family.SORTED_SET, Kind.BULK, "the score of a member of a sorted set");

    /** All operations by ordinal, so that a hot path does not copy the array. */
    public static final List<RedisOperation> ALL = List.of(values());

    private final String word;
    private final Family family;
    private final Kind reply;
    private final String description;

    RedisOperation(String word, Family family, Kind reply, String description) {
        this.word = word;
        this.family = family;
        this.reply = reply;
        this.description = description;
    }

    /** Returns the name in run files and results, which is also that of the command in {@code INFO commandstats}. */
    public String word() {
        return word;
    }

    /** Returns the kind of data of the command; each kind has separate keys, so that types never conflict. */
    public Family family() {
        return family;
    }

    public Kind reply() {
        return reply;
    }

    public String description() {
        return description;
    }

    /** Kinds of data, each with a letter in its keys. */
    public enum Family {
        STRING('s', "string"),
        COUNTER('c', "string"),
        HASH('h', "hash"),
        LIST('l', "list"),
        SORTED_SET('z', "zset");

        private final char letter;
        private final String type;

        Family(char letter, String type) {
            this.letter = letter;
            this.type = type;
        }

        public char letter() {
            return letter;
        }

        public String type() {
            return type;
        }
    }
}
