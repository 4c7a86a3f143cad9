// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation.application;

import com.fasterxml.jackson.annotation.Nulls;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.plateaubench.process.data.DataMarker;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** An application in a separate JVM, which users call over HTTP and into which the harness loads data. Thread-safe. */
public interface App {
    /** Requires every field of a record, since another program may answer. */
    JsonMapper JSON = JsonMapper.builder()
            .enable(
                    DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .changeDefaultNullHandling(handling -> handling.withContentNulls(Nulls.FAIL))
            .build();

    /**
     * A request of a user.
     *
     * @param visit value of the cookie {@code visit}; empty for none
     * @param tag value of the header {@code If-None-Match}; empty for none
     */
    @SuppressWarnings("ArrayRecordComponent") // Messages are not compared.
    record Call(String method, String path, Map<String, String> fields, byte[] body, String visit, String tag) {}

    /** The answer to a request, with header fields in addition to its type and length. */
    @SuppressWarnings("ArrayRecordComponent")
    record Reply(int status, String type, byte[] body, Map<String, String> headers) {}

    /**
     * Answers a request; empty if there is no such address.
     *
     * @throws IllegalArgumentException if the request is wrong, or a JacksonException; then nothing was changed
     */
    Optional<Reply> answer(Call call);

    /** Replaces all data with the data that a marker describes; without a marker, removes it. */
    void load(Optional<DataMarker> wanted);

    /** Counts the stored data itself, independently of the requests. */
    Map<String, Long> counts();

    /** Returns how many of these objects are stored. */
    long countStored(Set<Long> identities);
}
