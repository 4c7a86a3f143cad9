// SPDX-License-Identifier: Apache-2.0

/** A workload that only fetches pages: it shows the cost of the HTTP driver kit inside the harness. */
@NullMarked
package org.plateaubench.plugin.proving.fetch;

import org.jspecify.annotations.NullMarked;
