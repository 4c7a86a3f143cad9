// SPDX-License-Identifier: Apache-2.0
/** The shared part of servers installed on this host: programs, processes, certificates, secrets. */
@NullMarked
package org.plateaubench.plugin.mail.service.host;

import org.jspecify.annotations.NullMarked;
