// SPDX-License-Identifier: Apache-2.0
/** The server's process, and the protocol of its connections. */
@NullMarked
package org.plateaubench.plugin.proving.server;

import org.jspecify.annotations.NullMarked;
