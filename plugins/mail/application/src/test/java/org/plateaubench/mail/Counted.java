// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail;

import java.util.EnumMap;
import java.util.Map;
import org.plateaubench.plugin.mail.dav.DavCount;
import org.plateaubench.plugin.mail.dav.DavEvent;

/** What a client counted. */
final class Counted implements DavCount {
    private final Map<DavEvent, Integer> events = new EnumMap<>(DavEvent.class);
    private long exchanges;
    private long sentBytes;
    private long receivedBytes;

    @Override
    public void exchanged(long sent, long received) {
        exchanges++;
        sentBytes += sent;
        receivedBytes += received;
    }

    @Override
    public void happened(DavEvent event) {
        events.merge(event, 1, Integer::sum);
    }

    int events(DavEvent event) {
        return events.getOrDefault(event, 0);
    }

    long exchanges() {
        return exchanges;
    }

    long sentBytes() {
        return sentBytes;
    }

    long receivedBytes() {
        return receivedBytes;
    }
}
