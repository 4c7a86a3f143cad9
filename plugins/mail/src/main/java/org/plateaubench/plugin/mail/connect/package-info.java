// SPDX-License-Identifier: Apache-2.0
/**
 * Connections to mail servers: sockets with time-outs and counted bytes, TLS and its trusted certificates, and aborting
 * from another thread.
 */
@NullMarked
package org.plateaubench.plugin.mail.connect;

import org.jspecify.annotations.NullMarked;
