// SPDX-License-Identifier: Apache-2.0
/** What servers that are installed on this host have in common: programs, processes, certificates, secrets. */
@NullMarked
package org.plateaubench.plugin.mail.service.host;

import org.jspecify.annotations.NullMarked;
