// SPDX-License-Identifier: Apache-2.0
/** Connections to mail servers: sockets with a deadline and counted bytes, TLS and whom it trusts, and giving up from another thread. */
@NullMarked
package org.plateaubench.plugin.mail.connect;

import org.jspecify.annotations.NullMarked;
