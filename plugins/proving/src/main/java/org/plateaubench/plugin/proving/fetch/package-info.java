// SPDX-License-Identifier: Apache-2.0

/** A workload that fetches pages and nothing else: what the HTTP driver kit costs inside the harness. */
@NullMarked
package org.plateaubench.plugin.proving.fetch;

import org.jspecify.annotations.NullMarked;
