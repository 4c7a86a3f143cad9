// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

/** Counts a user's calendar traffic. Called on the thread of the user's operation. */
public interface DavCount {
    /** Counts nothing. */
    DavCount NONE = new DavCount() {
        @Override
        public void exchanged(long sentBytes, long receivedBytes) {
            // Not counted.
        }

        @Override
        public void happened(DavEvent event) {
            // Not counted.
        }
    };

    /** Counts one request with its answer, in bytes of HTTP: including headers and framing, without TLS. */
    void exchanged(long sentBytes, long receivedBytes);

    /** Counts an event. */
    void happened(DavEvent event);
}
