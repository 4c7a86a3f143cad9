// SPDX-License-Identifier: Apache-2.0
/** Webhooks: addresses that are told of runs that end or wait. */
@NullMarked
package org.plateaubench.web.webhooks;

import org.jspecify.annotations.NullMarked;
