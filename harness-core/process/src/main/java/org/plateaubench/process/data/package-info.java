// SPDX-License-Identifier: Apache-2.0
/**
 * The life cycle of a workload's data in its SUT, which is the same for every workload. A {@link
 * org.plateaubench.process.data.DataMarker}, which is stored with the data, describes its state. From it, {@link
 * org.plateaubench.process.data.MarkedDataSet} decides whether to load, reuse or clear the data. A workload implements
 * {@link org.plateaubench.process.data.MarkedData}.
 */
@API(status = EXPERIMENTAL, since = "0.1")
@NullMarked
package org.plateaubench.process.data;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
