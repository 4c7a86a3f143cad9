// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

/**
 * Limits connections to the bandwidth of their user: its methods return when enough time has passed. All connections of
 * a user may share one. Any thread.
 */
public interface HttpThrottle {
    /** Greatest number of bytes to read or write before the next call, at least 1. */
    int stepBytes();

    /** Called after bytes have been written; returns when the next may be written. */
    void sent(int bytes);

    /** Called after bytes have been read; returns when the next may be read. */
    void received(int bytes);
}
